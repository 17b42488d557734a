// The nightly run, called by a schedule with the project's secret key: if a Stripe event was missed, Stripe's current
// state is written as the event would have done. The database decides which accounts may be out of date.
import { serviceDatabase } from '../_shared/database.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { payments, NOT_SET_UP } from '../_shared/stripe.ts';
import { bringUpToDate } from '../_shared/subscription.ts';

/** Per run; the rest come first in the next run. */
const MOST = 300;
/** A function is stopped after 150 seconds; this leaves time to finish the current account. */
const LONGEST_MS = 90_000;
/** So many failures in a row are a problem at Stripe, not of the accounts. */
const FAILURES_IN_A_ROW = 5;

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error));

serveFunction({ caller: 'service' }, async () => {
  const set = payments();
  if (!set) return refuse(409, NOT_SET_UP);
  const database = serviceDatabase();
  const begun = Date.now();
  const { data, error } = await database.rpc('subscriptions_to_check', { p_most: MOST });
  if (error) throw error;
  let checked = 0;
  let failed = 0;
  let inARow = 0;
  for (const { customer_id: customer } of data) {
    if (inARow >= FAILURES_IN_A_ROW || Date.now() - begun > LONGEST_MS) break;
    // A failure must not block the other accounts: it is recorded with the account, and tried again.
    const problem = await bringUpToDate(set, customer, {
      id: `check_${customer}_${begun}`,
      type: 'nightly check',
    }).then(() => null, wordsOf);
    if (problem === null) checked += 1;
    else console.error(`[subscription ${customer}]`, problem);
    failed += problem === null ? 0 : 1;
    inARow = problem === null ? 0 : inARow + 1;
    const noted = await database.rpc('subscription_checked', {
      p_customer: customer,
      ...(problem !== null && { p_problem: problem }),
    });
    if (noted.error) throw noted.error;
  }
  return succeed({ checked, failed, left: data.length - checked - failed });
});
