// Returns the address of a checkout page for the yearly subscription. Buyer, item and return address are decided here.
import type { Person } from '../_shared/caller.ts';
import { ensureCustomer } from '../_shared/customer.ts';
import { serviceDatabase } from '../_shared/database.ts';
import { siteUrl } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { returnTo } from '../_shared/origin.ts';
import { PAYMENTS_NOT_SET_UP, payments, type Payments, type Stripe } from '../_shared/stripe.ts';
import { readState, syncSubscription } from '../_shared/subscription.ts';

/** Stripe requires a trial to end at least 48 hours ahead. The extra hour leaves time to fill in the page. */
const MIN_TRIAL_MS = 49 * 60 * 60_000;

/** The end of the free trial in epoch seconds; null if too little of it is left for Stripe to accept. */
async function trialEnd({ id }: Person): Promise<number | null> {
  const { data, error } = await serviceDatabase()
    .from('profiles')
    .select('subscription_status, trial_ends_at')
    .eq('id', id)
    .single();
  if (error) throw error;
  if (data.subscription_status !== 'trialing' || !data.trial_ends_at) return null;
  const end = Date.parse(data.trial_ends_at);
  return end - Date.now() > MIN_TRIAL_MS ? Math.floor(end / 1000) : null;
}

/**
 * Closes a page; succeeds if another request has closed it. Throws if the page was paid meanwhile, so that nothing is
 * sold twice.
 */
async function expirePage({ stripe: { checkout } }: Payments, id: string): Promise<void> {
  try {
    await checkout.sessions.expire(id);
  } catch (error) {
    if ((await checkout.sessions.retrieve(id)).status !== 'expired') throw error;
  }
}

/**
 * Finds an open page for the same purchase, so that two tabs lead to one payment, and closes all other open pages. Also
 * returns the id of the newest page, open or not.
 */
async function closeOtherPages(billing: Payments, customer: string, purchase: string) {
  const { data } = await billing.stripe.checkout.sessions.list({ customer, limit: 50 });
  const open = data.filter(({ status }) => status === 'open');
  const matching = open.find(({ metadata, url }) => url !== null && metadata?.same === purchase);
  await Promise.all(open.filter((page) => page !== matching).map(({ id }) => expirePage(billing, id)));
  return { url: matching?.url ?? null, newest: data[0]?.id ?? 'none' };
}

/**
 * The idempotency key: two requests that see the same newest page create one page. Stripe repeats even a failure under
 * the same key for a day, so the key changes every ten minutes.
 */
const pageKey = (customer: string, purchase: string, newest: string) =>
  ['page', customer, purchase, 'after', newest, Math.floor(Date.now() / 600_000)].join(' ');

const ALREADY_SUBSCRIBED: Record<'active' | 'past_due', string> = {
  active: 'This account has a subscription already. Use Manage billing to change it.',
  past_due: 'The last payment did not go through. Use Manage billing to pay it.',
};

/** The page's address, or the reason why there is none. */
async function checkout(billing: Payments, person: Person, site: string): Promise<{ url: string } | { error: string }> {
  const customer = await ensureCustomer(billing, person);
  const state = await readState(billing, customer);
  if (state && state.status !== 'canceled') {
    // The database does not have this subscription yet: the event was lost, or has not arrived.
    await syncSubscription(billing, customer, { id: `checkout ${crypto.randomUUID()}`, type: 'checkout.refused' });
    return { error: ALREADY_SUBSCRIBED[state.status] };
  }
  const trial = await trialEnd(person);
  const purchase = [billing.price, trial ?? 'now', site].join(' ');
  const pages = await closeOtherPages(billing, customer, purchase);
  if (pages.url) return { url: pages.url };
  const page: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer,
    client_reference_id: person.id,
    line_items: [{ price: billing.price, quantity: 1 }],
    success_url: `${site}/?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${site}/account`,
    metadata: { same: purchase },
    subscription_data: { metadata: { account: person.id }, ...(trial === null ? {} : { trial_end: trial }) },
  };
  const idempotencyKey = pageKey(customer, purchase, pages.newest);
  const { url } = await billing.stripe.checkout.sessions.create(page, { idempotencyKey });
  if (!url) throw new Error('Stripe gave no address for the checkout');
  return { url };
}

serveFunction({ caller: 'person' }, async ({ request, person }) => {
  if (person.role !== 'admin') return refuse(403, 'Only the main account holder can subscribe.');
  const billing = payments();
  if (!billing) return refuse(409, PAYMENTS_NOT_SET_UP);
  const result = await checkout(billing, person, returnTo(request, siteUrl()));
  return 'url' in result ? succeed(result) : refuse(409, result.error);
});
