// Returns the address of a checkout page for the yearly subscription. Buyer, item and return address are decided here.
import type { Person } from '../_shared/caller.ts';
import { madeCustomer } from '../_shared/customer.ts';
import { serviceDatabase } from '../_shared/database.ts';
import { siteUrl } from '../_shared/environment.ts';
import { refuse, serveFunction, succeed } from '../_shared/http.ts';
import { returnTo } from '../_shared/origin.ts';
import { NOT_SET_UP, payments, type Payments, type Stripe } from '../_shared/stripe.ts';
import { bringUpToDate, readState } from '../_shared/subscription.ts';

/** Stripe requires a trial to end at least 48 hours ahead; one hour more, for filling in the page. */
const TRIAL_AHEAD_MS = 49 * 60 * 60_000;

/** The end of the free trial in whole seconds, if enough is left to grant to an early subscriber; else null. */
async function trialEnd({ id }: Person): Promise<number | null> {
  const { data, error } = await serviceDatabase()
    .from('profiles')
    .select('subscription_status, trial_ends_at')
    .eq('id', id)
    .single();
  if (error) throw error;
  if (data.subscription_status !== 'trialing' || !data.trial_ends_at) return null;
  const end = Date.parse(data.trial_ends_at);
  return end - Date.now() > TRIAL_AHEAD_MS ? Math.floor(end / 1000) : null;
}

/** Closes a page, unless another request did. If it is being paid at that moment, throws: nothing is sold twice. */
async function close({ stripe: { checkout } }: Payments, id: string): Promise<void> {
  try {
    await checkout.sessions.expire(id);
  } catch (error) {
    if ((await checkout.sessions.retrieve(id)).status !== 'expired') throw error;
  }
}

/**
 * An open page for the same purchase, if there is one, so that two tabs lead to one payment; all other open pages are
 * closed. Also returns the newest page, open or not.
 */
async function openPage(set: Payments, customer: string, same: string) {
  const { data } = await set.stripe.checkout.sessions.list({ customer, limit: 50 });
  const open = data.filter(({ status }) => status === 'open');
  const fitting = open.find(({ metadata, url }) => url !== null && metadata?.same === same);
  await Promise.all(open.filter((one) => one !== fitting).map(({ id }) => close(set, id)));
  return { url: fitting?.url ?? null, newest: data[0]?.id ?? 'none' };
}

/**
 * The idempotency key: two requests that see the same newest page create one page. Stripe repeats even a failure under
 * the same key for a day, so the key changes every ten minutes.
 */
const pageKey = (customer: string, same: string, newest: string) =>
  ['page', customer, same, 'after', newest, Math.floor(Date.now() / 600_000)].join(' ');

const HELD: Record<'active' | 'past_due', string> = {
  active: 'This account has a subscription already. Use Manage billing to change it.',
  past_due: 'The last payment did not go through. Use Manage billing to pay it.',
};

/** The page's address, or the reason why there is none. */
async function checkout(set: Payments, person: Person, site: string): Promise<{ url: string } | { error: string }> {
  const customer = await madeCustomer(set, person);
  const state = await readState(set, customer);
  if (state && state.status !== 'canceled') {
    // The app does not know of the subscription yet: the event was lost, or has not arrived.
    await bringUpToDate(set, customer, { id: `checkout ${crypto.randomUUID()}`, type: 'checkout.refused' });
    return { error: HELD[state.status] };
  }
  const trial = await trialEnd(person);
  const same = [set.price, trial ?? 'now', site].join(' ');
  const open = await openPage(set, customer, same);
  if (open.url) return { url: open.url };
  const page: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer,
    client_reference_id: person.id,
    line_items: [{ price: set.price, quantity: 1 }],
    success_url: `${site}/?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${site}/account`,
    metadata: { same },
    subscription_data: { metadata: { account: person.id }, ...(trial === null ? {} : { trial_end: trial }) },
  };
  const idempotencyKey = pageKey(customer, same, open.newest);
  const { url } = await set.stripe.checkout.sessions.create(page, { idempotencyKey });
  if (!url) throw new Error('Stripe gave no address for the checkout');
  return { url };
}

serveFunction({ caller: 'person' }, async ({ request, person }) => {
  if (person.role !== 'admin') return refuse(403, 'Only the main account holder can subscribe.');
  const set = payments();
  if (!set) return refuse(409, NOT_SET_UP);
  const answer = await checkout(set, person, returnTo(request, siteUrl()));
  return 'url' in answer ? succeed(answer) : refuse(409, answer.error);
});
