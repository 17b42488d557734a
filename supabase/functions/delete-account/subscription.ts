// The subscription of an account that goes: nobody pays for what is not there any more.
import { customerOf } from '../_shared/customer.ts';
import { isGone, payments } from '../_shared/stripe.ts';

const OVER = new Set(['canceled', 'incomplete_expired']);

/** Cancels at once what still runs; false where it could not be cancelled. What Stripe has booked stays there. */
export async function cancelSubscriptions(account: string): Promise<boolean> {
  const customer = await customerOf(account);
  if (!customer) return true;
  const set = payments();
  if (!set) return false;
  try {
    for await (const { id, status } of set.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
      if (!OVER.has(status)) await set.stripe.subscriptions.cancel(id);
    }
    return true;
  } catch (error) {
    if (isGone(error)) return true;
    console.error(error instanceof Error ? error.stack : error);
    return false;
  }
}
