// Runs every night, called by a schedule with the project's secret key. If a Stripe event was lost, this writes
// Stripe's current state as the event would have done. The database decides which accounts may be out of date.
import { serviceDatabase } from '../_shared/database.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { payments, PAYMENTS_NOT_SET_UP } from '../_shared/stripe.ts';
import { syncSubscription } from '../_shared/subscription.ts';

/** Accounts checked per run; those left over come first in the next run. */
const MAX_ACCOUNTS = 300;
/** Supabase stops a function after 150 seconds. This leaves time to finish the current account. */
const MAX_RUN_MS = 90_000;
/** After this many failures in a row, stop: the problem is at Stripe, not with the accounts. */
const MAX_CONSECUTIVE_FAILURES = 5;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error));

serveFunction({ caller: 'service' }, async () => {
  const billing = payments();
  if (!billing) return refuse(409, PAYMENTS_NOT_SET_UP);
  const database = serviceDatabase();
  const startedAt = Date.now();
  const { data, error } = await database.rpc('subscriptions_to_check', { p_most: MAX_ACCOUNTS });
  if (error) throw error;
  let checked = 0;
  let failed = 0;
  let consecutiveFailures = 0;
  for (const { customer_id: customer } of data) {
    if (consecutiveFailures >= MAX_CONSECUTIVE_FAILURES || Date.now() - startedAt > MAX_RUN_MS) break;
    // A failure must not block the other accounts. It is recorded, and the next run tries this account again.
    const problem = await syncSubscription(billing, customer, {
      id: `check_${customer}_${startedAt}`,
      type: 'nightly check',
    }).then(() => null, messageOf);
    if (problem === null) checked += 1;
    else console.error(`[subscription ${customer}]`, problem);
    failed += problem === null ? 0 : 1;
    consecutiveFailures = problem === null ? 0 : consecutiveFailures + 1;
    const recorded = await database.rpc('subscription_checked', {
      p_customer: customer,
      ...(problem !== null && { p_problem: problem }),
    });
    if (recorded.error) throw recorded.error;
  }
  return succeed({ checked, failed, left: data.length - checked - failed });
});
