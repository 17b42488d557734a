// The account as a customer of Stripe's: made before the first checkout, so that every later event is known to be ours.
import type { Person } from './caller.ts';
import { serviceDatabase } from './database.ts';
import { isGone, type Payments } from './stripe.ts';

/** The account's customer; null before the first checkout. */
export async function customerOf(account: string): Promise<string | null> {
  const { data, error } = await serviceDatabase().rpc('billing_customer', { p_account: account });
  if (error) throw error;
  return data;
}

async function isThere({ stripe }: Payments, customer: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(customer)).deleted !== true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** The account's customer, made where there is none, or none any more. */
export async function madeCustomer(payments: Payments, { id, email }: Person): Promise<string> {
  const kept = await customerOf(id);
  if (kept && (await isThere(payments, kept))) return kept;
  const customer = await payments.stripe.customers.create(
    { email, metadata: { account: id } },
    // Two presses at once make one customer.
    { idempotencyKey: `customer ${id} ${email} ${kept ?? 'first'}` },
  );
  const { data, error } = await serviceDatabase().rpc('keep_billing_customer', {
    p_account: id,
    p_customer: customer.id,
    ...(kept ? { p_gone: kept } : {}),
  });
  if (error) throw error;
  return data;
}
