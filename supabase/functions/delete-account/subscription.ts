// Ends the payments for an account that is being deleted.
import { isGone, payments } from '../_shared/stripe.ts';

const OVER = new Set(['canceled', 'incomplete_expired']);

/**
 * Closes the customer's open checkout pages and cancels running subscriptions at once; false if that failed. Past
 * payments stay at Stripe. The pages come first: one that is paid meanwhile leads to a failure here, or to a
 * subscription that is cancelled below.
 */
export async function endPayments(customer: string | null): Promise<boolean> {
  if (!customer) return true;
  const set = payments();
  if (!set) return false;
  const { checkout, subscriptions } = set.stripe;
  try {
    for await (const { id } of checkout.sessions.list({ customer, status: 'open', limit: 100 })) {
      await checkout.sessions.expire(id);
    }
    for await (const { id, status } of subscriptions.list({ customer, status: 'all', limit: 100 })) {
      if (!OVER.has(status)) await subscriptions.cancel(id);
    }
    return true;
  } catch (error) {
    if (isGone(error)) return true;
    console.error(error instanceof Error ? error.stack : error);
    return false;
  }
}
