// The subscription of an account that goes: nobody pays for what is not there any more.
import { isGone, payments } from '../_shared/stripe.ts';

const OVER = new Set(['canceled', 'incomplete_expired']);

/**
 * Closes the customer's open checkout pages and cancels at once what still runs; false where that failed. What Stripe has
 * booked stays there. The pages first: one that is paid at this moment can't be closed any more, or is cancelled below.
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
