// Ends the payments for an account that is being deleted.
import { isMissing, payments } from '../_shared/stripe.ts';

const ENDED = new Set(['canceled', 'incomplete_expired']);

/**
 * Closes the customer's open checkout pages and cancels running subscriptions at once; false if that failed. Past
 * payments stay at Stripe. The pages are closed first: if one is paid meanwhile, closing it fails, or its subscription is
 * cancelled below.
 */
export async function endPayments(customer: string | null): Promise<boolean> {
  if (!customer) return true;
  const billing = payments();
  if (!billing) return false;
  const { checkout, subscriptions } = billing.stripe;
  try {
    for await (const { id } of checkout.sessions.list({ customer, status: 'open', limit: 100 })) {
      await checkout.sessions.expire(id);
    }
    for await (const { id, status } of subscriptions.list({ customer, status: 'all', limit: 100 })) {
      if (!ENDED.has(status)) await subscriptions.cancel(id);
    }
    return true;
  } catch (error) {
    if (isMissing(error)) return true;
    console.error(error instanceof Error ? error.stack : error);
    return false;
  }
}
