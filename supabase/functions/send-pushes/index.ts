// Runs every minute, called by a schedule with the project's secret key: queues messages about what becomes due over
// time, and sends the notifications that are due. The database decides which those are.
import { serviceDatabase } from '../_shared/database.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { instantOf } from '../_shared/instant.ts';
import type { PushJob } from './notification.ts';
import { push, vapidKeys, type Vapid } from './push.ts';

const BATCH_SIZE = 20;
const MAX_LOOKED_AT = 2000;

/** Sends one notification and records the response. Resolves with whether the push service accepted it. */
async function deliver(job: PushJob, vapid: Vapid, at: Date): Promise<boolean> {
  const { status, retryAfter } = await push(job, vapid);
  const { error } = await serviceDatabase().rpc('push_answered', {
    p_account: job.account,
    p_message: job.message,
    p_device: job.device,
    p_status: status,
    ...(retryAfter === null ? {} : { p_retry_after: retryAfter }),
    p_at: at.toISOString(),
  });
  if (error) throw error;
  return status >= 200 && status < 300;
}

serveFunction({ caller: 'service' }, async ({ body }) => {
  const at = instantOf(body);
  if (!at) return refuse(400, 'The instant could not be read.');
  const queued = await serviceDatabase().rpc('queue_due_messages', { p_at: at.toISOString() });
  if (queued.error) throw queued.error;
  const vapid = vapidKeys();
  if (!vapid) return refuse(503, 'Notifications are not set up here yet.');
  let sent = 0;
  let failed = 0;
  for (let looked = 0; looked < MAX_LOOKED_AT;) {
    const { data, error } = await serviceDatabase().rpc('take_pushes', { p_at: at.toISOString(), p_most: BATCH_SIZE });
    if (error) throw error;
    // The shape that the function returns.
    const taken = data as unknown as { looked: number; jobs: PushJob[] };
    // A failure for one device must not delay the others.
    const results = await Promise.allSettled(taken.jobs.map((job) => deliver(job, vapid, at)));
    for (const result of results) {
      if (result.status === 'fulfilled' && result.value) sent += 1;
      else failed += 1;
      if (result.status === 'rejected') console.error('[push]', result.reason);
    }
    looked += taken.looked;
    if (taken.looked < BATCH_SIZE) break;
  }
  return succeed({ sent, failed });
});
