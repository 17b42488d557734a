// Runs every hour, called by a schedule with the project's secret key: removes unconfirmed sign-ups and sends the
// reminders that are due. The database selects the reminders and ensures that each is sent at most once.
import { serviceDatabase } from '../_shared/database.ts';
import { setting } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { mailDocument } from '../_shared/invoice-mail.ts';
import { instantOf } from '../_shared/instant.ts';
import type { MailJob } from '../_shared/invoice-mail-text.ts';

/** Small batches, so that an interrupted run leaves few claimed reminders unsent; a later run gets those again. */
const BATCH_SIZE = 20;
const MAX_REMINDERS = 400;

serveFunction({ caller: 'service' }, async ({ body }) => {
  const at = instantOf(body);
  if (!at) return refuse(400, 'The instant could not be read.');
  const { error: removalError } = await serviceDatabase().rpc('remove_unconfirmed');
  // Only logged: the next run tries again, and the reminders are sent anyway.
  if (removalError) console.error('[unconfirmed]', removalError.message);
  // Check this first: take_reminders marks the reminders that it returns as being sent.
  if (!setting('RESEND_API_KEY') || !setting('MAIL_FROM')) return refuse(503, 'Sending e-mail is not set up here yet.');
  let sent = 0;
  let failed = 0;
  while (sent + failed < MAX_REMINDERS) {
    const { data, error } = await serviceDatabase().rpc('take_reminders', {
      p_at: at.toISOString(),
      p_most: BATCH_SIZE,
    });
    if (error) throw error;
    // The shape that private.mail_job returns.
    const jobs = data as MailJob[];
    for (const job of jobs) {
      // A problem with one document must not block the others of all accounts: the next run tries it again.
      const result = await mailDocument(job).catch((error: unknown) => {
        console.error(`[mail ${job.id}]`, error);
        return null;
      });
      if (result?.accepted) sent += 1;
      else failed += 1;
      if (result && !result.accepted && result.busy) return succeed({ sent, failed });
    }
    if (jobs.length < BATCH_SIZE) break;
  }
  return succeed({ sent, failed });
});
