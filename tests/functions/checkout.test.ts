// Opening Stripe's pages: who may, and that nothing about them comes from the caller.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '@tests/support/embedded/backend';
import { fingerprints } from '@tests/support/database/catalogue';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { PRICE, stripeStandIn, type StripeStandIn } from '@tests/support/embedded/stripe-stand-in';

let stripe: StripeStandIn;
let backend: FunctionsBackend;
let lapsed: Person;
let driver: Person;
let fingerprint: () => Promise<Record<string, string>>;

beforeAll(async () => {
  stripe = await stripeStandIn();
  backend = await functionsBackend({ env: (site) => ({ ...stripe.env, SITE_URL: site }) });
  lapsed = await backend.user({ email: 'lapsed@example.test' });
  await backend.lapse(lapsed);
  driver = await backend.employeeOf(lapsed);
  fingerprint = await fingerprints(backend);
});
beforeEach(() => {
  stripe.requests.length = 0;
  stripe.delayBy(() => Promise.resolve());
});
afterAll(async () => {
  await backend.close();
  await stripe.close();
});

const checkout = (person: Person | undefined, body: unknown = {}, headers: Record<string, string> = {}) =>
  backend.call('create-checkout-session', { ...(person && { person }), body, headers });
const portal = (person: Person, body: unknown = {}) => backend.call('create-portal-session', { person, body });
const requestsTo = (path: string) => stripe.requests.filter((one) => one.method === 'POST' && one.path === path);
const customerOf = async ({ id }: Person) => {
  const [row] = await backend.sql<{ customer_id: string }>(
    'select customer_id from private.billing_customers where user_id = $1',
    [id],
  );
  return row?.customer_id;
};

test('the server decides price, customer and return address, whatever the body says (A64)', async () => {
  const answer = await checkout(lapsed, {
    price: 'price_cheap',
    customer: 'cus_other',
    success_url: 'https://evil.example',
    line_items: [{ price: 'price_cheap', quantity: 1 }],
    trial_end: 4_000_000_000,
  });
  expect(answer.status).toBe(200);
  const [page, ...more] = requestsTo('/v1/checkout/sessions');
  const params = page?.params;
  expect(more).toEqual([]);
  const customer = await customerOf(lapsed);
  expect(stripe.customers.get(customer ?? '')).toMatchObject({ email: 'lapsed@example.test' });
  expect(params).toEqual({
    mode: 'subscription',
    customer,
    client_reference_id: lapsed.id,
    'line_items[0][price]': PRICE,
    'line_items[0][quantity]': '1',
    success_url: `${backend.url}/?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${backend.url}/account`,
    'metadata[same]': `${PRICE} now ${backend.url}`,
    'subscription_data[metadata][account]': lapsed.id,
  });
  const [session] = [...stripe.sessions.values()];
  expect(answer.body).toEqual({ success: true, url: session?.url });
  const [profile] = await backend.sql('select subscription_status from public.profiles where id = $1', [lapsed.id]);
  expect(profile).toEqual({ subscription_status: 'canceled' });
});

test('a second press and a second tab lead to the same page, and create no second customer', async () => {
  const before = stripe.customers.size;
  const [one, other] = await Promise.all([checkout(lapsed), checkout(lapsed)]);
  expect(one.body).toEqual(other.body);
  expect(requestsTo('/v1/checkout/sessions')).toEqual([]);
  expect(stripe.customers.size).toBe(before);
});

test('two concurrent first presses create one customer', async () => {
  const person = await backend.user();
  await Promise.all([checkout(person), checkout(person), checkout(person)]);
  const theirs = [...stripe.customers.values()].filter(({ email }) => email === person.email);
  expect(theirs.map(({ id }) => id)).toEqual([await customerOf(person)]);
});

test('two concurrent first presses create one payable page, and so do two after it has expired', async () => {
  const person = await backend.user();
  /** Requests about pages are released in pairs, so that neither press sees the effect of the other. */
  const waiting: (() => void)[] = [];
  stripe.delayBy(async (path) => {
    if (path !== '/v1/checkout/sessions') return;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 2) for (const release of waiting.splice(0)) release();
    });
  });
  const pressTwice = async () => {
    const [one, other] = await Promise.all([checkout(person), checkout(person)]);
    expect(one).toMatchObject({ status: 200, body: { success: true } });
    expect(other.body).toEqual(one.body);
    const customer = await customerOf(person);
    const theirs = [...stripe.sessions.values()].filter((session) => session.customer === customer);
    return theirs;
  };
  const [page, ...more] = await pressTwice();
  expect(more).toEqual([]);
  if (page) page.status = 'expired';
  expect((await pressTwice()).map(({ status }) => status)).toEqual(['expired', 'open']);
});

test('two presses that close the same outdated page at once both succeed', async () => {
  const person = await backend.user();
  await checkout(person);
  await backend.sql(`update public.profiles set trial_ends_at = now() + interval '48 hours' where id = $1`, [
    person.id,
  ]);
  const customer = await customerOf(person);
  const first = [...stripe.sessions.values()].find((session) => session.customer === customer);
  stripe.delayBy(async (path) => {
    if (path.endsWith('/expire') && first) first.status = 'expired';
    return Promise.resolve();
  });
  expect(await checkout(person)).toMatchObject({ status: 200 });
  expect(first?.status).toBe('expired');
});

test('the remaining days of a trial are kept, if Stripe accepts them', async () => {
  const person = await backend.user();
  await checkout(person);
  const [page] = requestsTo('/v1/checkout/sessions');
  const params = page?.params ?? {};
  const [profile] = await backend.sql<{ end: number }>(
    'select floor(extract(epoch from trial_ends_at))::int as end from public.profiles where id = $1',
    [person.id],
  );
  expect(params['subscription_data[trial_end]']).toBe(String(profile?.end));

  stripe.requests.length = 0;
  await backend.sql(`update public.profiles set trial_ends_at = now() + interval '48 hours' where id = $1`, [
    person.id,
  ]);
  await checkout(person);
  const [late] = requestsTo('/v1/checkout/sessions');
  expect(late?.params).not.toHaveProperty('subscription_data[trial_end]');
  // The page with the longer trial is closed.
  const theirs = [...stripe.sessions.values()].filter(({ params: { customer } }) => customer === params['customer']);
  expect(theirs.map(({ status }) => status)).toEqual(['expired', 'open']);
});

test.each([
  ['active', 'active', 'This account has a subscription already. Use Manage billing to change it.'],
  ['trialing', 'active', 'This account has a subscription already. Use Manage billing to change it.'],
  ['past_due', 'past_due', 'The last payment did not go through. Use Manage billing to pay it.'],
])(
  'with a subscription that is %s a person can’t buy a second one; a lost event is compensated for',
  async (...row) => {
    const [status, known, error] = row;
    const person = await backend.user();
    await checkout(person);
    const customer = (await customerOf(person)) ?? '';
    const endsAt = Math.floor(Date.UTC(2099, 2, 14) / 1000);
    stripe.subscribe(customer, { status, endsAt, cancel_at_period_end: true });
    const pageCount = stripe.sessions.size;
    expect(await checkout(person)).toMatchObject({ status: 409, body: { success: false, error } });
    expect(stripe.sessions.size).toBe(pageCount);
    const profile = () =>
      backend.sql(
        `select subscription_status, extract(epoch from subscription_ends_at)::float8 as ends, b.cancels
       from public.profiles p join private.billing_customers b on b.user_id = p.id where p.id = $1`,
        [person.id],
      );
    expect(await profile()).toEqual([{ subscription_status: known, ends: endsAt, cancels: true }]);
  },
);

test('a checkout that finds an ended subscription changes no row, nor does one whose data was outdated meanwhile', async () => {
  const person = await backend.user();
  await checkout(person);
  const customer = (await customerOf(person)) ?? '';
  const endedSubscription = stripe.subscribe(customer, { status: 'canceled', ended_at: 1 });
  const untouched = await fingerprint();
  expect((await checkout(person)).status).toBe(200);
  expect(await fingerprint()).toEqual(untouched);
  // Simulates an event that is handled after the checkout has read the subscription.
  endedSubscription.status = 'active';
  let readings = 0;
  stripe.delayBy(async (path) => {
    if (path !== '/v1/subscriptions' || (readings += 1) !== 2) return;
    await backend.sql('update private.billing_customers set read_as = 1000000 where customer_id = $1', [customer]);
  });
  expect((await checkout(person)).status).toBe(409);
  expect(readings).toBe(2);
  expect(await backend.sql('select subscription_status from public.profiles where id = $1', [person.id])).toEqual([
    { subscription_status: 'trialing' },
  ]);
});

test('after cancelling, a person buys again as the same customer; a customer deleted at Stripe is created again', async () => {
  const person = await backend.user();
  await backend.lapse(person);
  await checkout(person);
  const first = await customerOf(person);
  stripe.subscribe(first ?? '', { status: 'canceled', ended_at: 1 });
  expect((await checkout(person)).status).toBe(200);
  expect(await customerOf(person)).toBe(first);
  const stored = stripe.customers.get(first ?? '');
  if (stored) stored.deleted = true;
  expect((await checkout(person)).status).toBe(200);
  expect(await customerOf(person)).not.toBe(first);
});

test('an account holder can manage only their own billing, whatever the body says (A65)', async () => {
  const other = await backend.user();
  await checkout(other);
  const answer = await portal(lapsed, {
    customer: await customerOf(other),
    account: other.id,
    return_url: 'https://e.x',
  });
  const customer = await customerOf(lapsed);
  expect(answer.status).toBe(200);
  expect(requestsTo('/v1/billing_portal/sessions').map(({ params }) => params)).toEqual([
    { customer, return_url: `${backend.url}/account` },
  ]);
  const none = await backend.user();
  expect(await portal(none, { customer })).toMatchObject({
    status: 409,
    body: { success: false, error: 'There is no billing to manage yet.' },
  });
});

test('an employee can neither subscribe nor manage billing (A65)', async () => {
  const untouched = await fingerprint();
  expect(await checkout(driver)).toMatchObject({ status: 403, body: { success: false } });
  expect(await portal(driver)).toMatchObject({ status: 403, body: { success: false } });
  expect(stripe.requests).toEqual([]);
  expect(await fingerprint()).toEqual(untouched);
});

const FUNCTIONS = ['create-checkout-session', 'create-portal-session'];
test.each(FUNCTIONS)('%s responds only to a signed-in person, by POST, from our own page (A70)', async (name) => {
  const untouched = await fingerprint();
  const evil = { origin: 'https://evil.example' };
  const calls = [
    [401, backend.call(name)],
    [401, backend.call(name, { token: backend.keys.publishable })],
    [401, backend.call(name, { token: 'not.a.token' })],
    [405, backend.call(name, { person: lapsed, method: 'GET' })],
    [405, backend.call(name, { person: lapsed, method: 'DELETE' })],
    [403, backend.call(name, { person: lapsed, headers: evil })],
    [403, backend.call(name, { person: lapsed, headers: { origin: 'null' } })],
    [415, backend.call(name, { person: lapsed, headers: { 'content-type': 'text/plain' } })],
    [415, backend.call(name, { person: lapsed, headers: { 'content-type': 'application/x-www-form-urlencoded' } })],
    [400, backend.call(name, { person: lapsed, raw: '{' })],
    [413, backend.call(name, { person: lapsed, raw: JSON.stringify('x'.repeat(70_000)) })],
  ] as const;
  for (const [status, call] of calls) {
    const answer = await call;
    expect(answer).toMatchObject({ status, body: { success: false } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
  const preflight = await backend.call(name, { method: 'OPTIONS', headers: evil });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  const ours = await backend.call(name, { method: 'OPTIONS', headers: { origin: backend.url } });
  expect(ours.headers.get('access-control-allow-origin')).toBe(backend.url);
  expect(stripe.requests).toEqual([]);
  expect(await fingerprint()).toEqual(untouched);
});

test('when Stripe fails, the caller is told without details, and the log has them', async () => {
  const person = await backend.user();
  stripe.failNext(9);
  const answer = await checkout(person);
  stripe.failNext(0);
  expect(answer).toMatchObject({
    status: 500,
    body: { success: false, error: 'Something went wrong. Please try again.' },
  });
  expect(backend.log.join('\n')).toContain('The stand-in was told to fail');
  expect(await customerOf(person)).toBeUndefined();
});
