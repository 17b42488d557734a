// The account as a Stripe customer: created before the first checkout, so that every later event can be matched to it.
import type { Person } from './caller.ts';
import { serviceDatabase } from './database.ts';
import { isMissing, type Payments } from './stripe.ts';

/** The account's Stripe customer; null before the first checkout. */
export async function customerOf(account: string): Promise<string | null> {
  const { data, error } = await serviceDatabase().rpc('billing_customer', { p_account: account });
  if (error) throw error;
  return data;
}

async function exists({ stripe }: Payments, customer: string): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(customer)).deleted !== true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The account's Stripe customer, created if there is none or if it was deleted. */
export async function ensureCustomer(payments: Payments, { id, email }: Person): Promise<string> {
  const stored = await customerOf(id);
  if (stored && (await exists(payments, stored))) return stored;
  const customer = await payments.stripe.customers.create(
    { email, metadata: { account: id } },
    // Two simultaneous clicks create only one customer.
    { idempotencyKey: `customer ${id} ${email} ${stored ?? 'first'}` },
  );
  const { data, error } = await serviceDatabase().rpc('keep_billing_customer', {
    p_account: id,
    p_customer: customer.id,
    ...(stored ? { p_gone: stored } : {}),
  });
  if (error) throw error;
  return data;
}
