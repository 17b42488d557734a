// The hourly run, called by a schedule with the project's secret key: removes unconfirmed sign-ups and sends the
// reminders that are due. The database decides which, and that each goes out at most once.
import { serviceDatabase } from '../_shared/database.ts';
import { setting } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { mailDocument } from '../_shared/invoice-mail.ts';
import type { MailJob } from '../_shared/invoice-words.ts';

/** Taken and sent in small batches: what an interrupted run has taken is returned again to the next one. */
const BATCH = 20;
const MOST = 400;

/** The given instant instead of now, to test what would be due then; null if it is invalid. */
function instant(body: unknown): Date | null {
  const at: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'at') : undefined;
  return at === undefined ? new Date() : typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? new Date(at) : null;
}

serveFunction({ caller: 'service' }, async ({ body }) => {
  const at = instant(body);
  if (!at) return refuse(400, 'The instant could not be read.');
  const { error: kept } = await serviceDatabase().rpc('remove_unconfirmed');
  // The next run tries again; the reminders are sent all the same.
  if (kept) console.error('[unconfirmed]', kept.message);
  // Do not take reminders if they cannot be sent.
  if (!setting('RESEND_API_KEY') || !setting('MAIL_FROM')) return refuse(503, 'Sending e-mail is not set up here yet.');
  let sent = 0;
  let failed = 0;
  while (sent + failed < MOST) {
    const { data, error } = await serviceDatabase().rpc('take_reminders', { p_at: at.toISOString(), p_most: BATCH });
    if (error) throw error;
    // The shape that private.mail_job returns.
    const jobs = data as MailJob[];
    for (const job of jobs) {
      // A problem with one document must not block the others of all accounts: the next run tries it again.
      const mail = await mailDocument(job).catch((error: unknown) => {
        console.error(`[mail ${job.id}]`, error);
        return null;
      });
      if (mail?.accepted) sent += 1;
      else failed += 1;
      if (mail && !mail.accepted && mail.busy) return succeed({ sent, failed });
    }
    if (jobs.length < BATCH) break;
  }
  return succeed({ sent, failed });
});
