// Stripe's events: which are accepted, and that the resulting state is what Stripe returns when queried.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Person } from '@tests/support/embedded/backend';
import { fingerprints, saveRows } from '@tests/support/database/catalogue';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { signature, stripeStandIn, YEAR_SECONDS, type StripeStandIn } from '@tests/support/embedded/stripe-stand-in';

let stripe: StripeStandIn;
let backend: FunctionsBackend;
let buyer: Person;
let other: Person;
let fingerprint: () => Promise<Record<string, string>>;
let restore: () => Promise<void>;
let untouched: Record<string, string>;

beforeAll(async () => {
  stripe = await stripeStandIn();
  backend = await functionsBackend({ env: (site) => ({ ...stripe.env, SITE_URL: site }) });
  [buyer, other] = [await backend.user(), await backend.user()];
  for (const person of [buyer, other]) {
    await backend.lapse(person);
    await backend.sql('insert into private.billing_customers (user_id, customer_id) values ($1, $2)', [
      person.id,
      customer(person),
    ]);
  }
  restore = await saveRows(backend);
  fingerprint = await fingerprints(backend);
});
beforeEach(async () => {
  stripe.subscriptions.clear();
  stripe.requests.length = 0;
  untouched = await fingerprint();
});
afterEach(() => restore());
afterAll(async () => {
  await backend.close();
  await stripe.close();
});

const customer = ({ id }: Person) => `cus_${id.replaceAll('-', '')}`;
const seconds = () => Math.floor(Date.now() / 1000);
const iso = (at: number) => new Date(at * 1000).toISOString();

type Delivery = { signedAt?: number; secret?: string; header?: string; raw?: string };
async function send(event: object, { signedAt, secret, header, raw }: Delivery = {}) {
  const payload = JSON.stringify(event);
  const signed = signature(payload, { ...(signedAt && { at: signedAt }), ...(secret && { secret }) });
  const headers = { 'stripe-signature': header ?? signed };
  return backend.call('stripe-webhook', { raw: raw ?? payload, headers });
}

async function stateOf({ id }: Person) {
  const [row] = await backend.sql<{ status: string; ends: string; cancels: boolean }>(
    `select p.subscription_status as status, p.subscription_ends_at::text as ends, b.cancels
     from public.profiles p join private.billing_customers b on b.user_id = p.id where p.id = $1`,
    [id],
  );
  return row && { ...row, ends: new Date(row.ends).toISOString() };
}

test('a paid checkout activates the account until the end of the year', async () => {
  const endsAt = seconds() + YEAR_SECONDS;
  const subscription = stripe.subscribe(customer(buyer), { endsAt });
  expect(await send(stripe.event('customer.subscription.created', subscription))).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(await stateOf(buyer)).toEqual({ status: 'active', ends: iso(endsAt), cancels: false });
  const work = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', work_date: '2026-11-01' };
  expect((await buyer.from('works').insert(work)).error).toBeNull();
});

test.each([
  ['trialing', 'active'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['paused', 'past_due'],
  ['canceled', 'canceled'],
])('the status %s at Stripe becomes %s in the account', async (status, stored) => {
  const endsAt = seconds() + 1000;
  const subscription = stripe.subscribe(customer(buyer), { status, endsAt });
  await send(stripe.event('customer.subscription.updated', subscription));
  expect(await stateOf(buyer)).toMatchObject({ status: stored, ends: iso(endsAt) });
});

test.each(['incomplete', 'incomplete_expired'])(
  'a subscription with the status %s does not count: a trial continues',
  async (status) => {
    await backend.sql(
      `update public.profiles set subscription_status = 'trialing', subscription_ends_at = null where id = $1`,
      [buyer.id],
    );
    const before = await backend.sql('select * from public.profiles order by id');
    await send(stripe.event('customer.subscription.created', stripe.subscribe(customer(buyer), { status })));
    expect(await backend.sql('select * from public.profiles order by id')).toEqual(before);
  },
);

test('a cancelled subscription stays active until its end, marked as cancelled; one ended at once is over', async () => {
  const endsAt = seconds() + 5000;
  const subscription = stripe.subscribe(customer(buyer), { endsAt, cancel_at_period_end: true });
  await send(stripe.event('customer.subscription.updated', subscription));
  expect(await stateOf(buyer)).toEqual({ status: 'active', ends: iso(endsAt), cancels: true });
  Object.assign(subscription, { cancel_at_period_end: false, cancel_at: endsAt - 1000 });
  await send(stripe.event('customer.subscription.updated', subscription));
  expect(await stateOf(buyer)).toEqual({ status: 'active', ends: iso(endsAt - 1000), cancels: true });
  Object.assign(subscription, { status: 'canceled', ended_at: endsAt - 4000 });
  await send(stripe.event('customer.subscription.deleted', subscription));
  expect(await stateOf(buyer)).toEqual({ status: 'canceled', ends: iso(endsAt - 4000), cancels: true });
});

test('an active subscription counts, and of several the one that lasts longest', async () => {
  const endsAt = seconds() + 5000;
  stripe.subscribe(customer(buyer), { status: 'canceled', endsAt: endsAt + 9000 });
  stripe.subscribe(customer(buyer), { endsAt: endsAt - 100 });
  stripe.subscribe(customer(buyer), { endsAt });
  const ended = stripe.subscribe(customer(buyer), { status: 'past_due', endsAt: endsAt + 5000 });
  await send(stripe.event('invoice.payment_failed', { ...ended, object: 'invoice' }));
  expect(await stateOf(buyer)).toMatchObject({ status: 'active', ends: iso(endsAt) });
});

test('an event with a missing or wrong signature is refused (A60)', async () => {
  const event = stripe.event('customer.subscription.created', stripe.subscribe(customer(buyer)));
  const payload = JSON.stringify(event);
  const good = signature(payload);
  const changed = payload.replace('"livemode":false', '"livemode":false ');
  const deliveries: [string, Delivery][] = [
    ['no signature', { header: '' }],
    ['the wrong secret', { secret: 'whsec_other' }],
    ['one byte more', { header: good, raw: changed }],
    ['one byte changed', { header: good, raw: payload.replace('evt_', 'evt-') }],
    ['serialised again', { header: good, raw: JSON.stringify(event, null, 2) }],
    ['no time', { header: good.replace(/t=\d+,/, '') }],
    ['another time', { header: good.replace(/t=(\d+)/, (_, at: string) => `t=${Number(at) + 1}`) }],
    ['another scheme', { header: good.replace('v1=', 'v0=') }],
    ['no JSON, though signed', { raw: 'x', header: signature('x') }],
  ];
  for (const [name, delivery] of deliveries) {
    expect([name, (await send(event, delivery)).status]).toEqual([name, 400]);
  }
  const unsigned = await backend.call('stripe-webhook', { raw: payload });
  expect(unsigned).toMatchObject({ status: 400, body: { success: false } });
  expect(stripe.requests).toEqual([]);
  expect(await fingerprint()).toEqual(untouched);
});

test('during a secret rotation, one valid signature among several is enough (A60)', async () => {
  const event = stripe.event('customer.subscription.created', stripe.subscribe(customer(buyer)));
  const payload = JSON.stringify(event);
  const [time, good] = signature(payload).split(',');
  expect((await send(event, { header: `${time},v1=${'0'.repeat(64)},${good}` })).status).toBe(200);
});

test('a signature is valid for 300 seconds (A61)', async () => {
  const event = stripe.event('customer.subscription.created', stripe.subscribe(customer(buyer)));
  expect((await send(event, { signedAt: seconds() - 310 })).status).toBe(400);
  expect((await send(event, { signedAt: seconds() - 86_400 })).status).toBe(400);
  expect(stripe.requests).toEqual([]);
  expect(await fingerprint()).toEqual(untouched);
  expect((await send(event, { signedAt: seconds() - 290 })).status).toBe(200);
  expect(await stateOf(buyer)).toMatchObject({ status: 'active' });
});

test('a repeated event has no effect (A61)', async () => {
  const subscription = stripe.subscribe(customer(buyer));
  const event = stripe.event('customer.subscription.created', subscription);
  expect((await send(event)).status).toBe(200);
  const after = await fingerprint();
  stripe.requests.length = 0;
  // Another query to Stripe would pick this up.
  subscription.status = 'past_due';
  expect((await send(event)).status).toBe(200);
  expect(stripe.requests).toEqual([]);
  expect(await fingerprint()).toEqual(after);
});

test('eight concurrent copies are handled as one event (A61)', async () => {
  const event = stripe.event('customer.subscription.created', stripe.subscribe(customer(buyer)));
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(event)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(await stateOf(buyer)).toMatchObject({ status: 'active' });
  const events = await backend.sql('select event_id, handled_at is not null as handled from private.billing_events');
  expect(events).toEqual([{ event_id: event.id, handled: true }]);
});

test('an event that could not be handled is accepted when it is repeated (A61)', async () => {
  const event = stripe.event('customer.subscription.created', stripe.subscribe(customer(buyer)));
  stripe.failNext(9);
  expect((await send(event)).status).toBe(500);
  stripe.failNext(0);
  expect(await stateOf(buyer)).toMatchObject({ status: 'canceled' });
  expect((await send(event)).status).toBe(200);
  expect(await stateOf(buyer)).toMatchObject({ status: 'active' });
});

test('the state inside an event is ignored: a late "active" does not activate an ended account (A62)', async () => {
  const subscription = stripe.subscribe(customer(buyer));
  const activeCopy = { ...subscription };
  Object.assign(subscription, { status: 'canceled', ended_at: seconds() - 10 });
  await send(stripe.event('customer.subscription.deleted', subscription));
  await send(stripe.event('customer.subscription.updated', activeCopy));
  await send(
    stripe.event('checkout.session.completed', { ...activeCopy, object: 'checkout.session', payment_status: 'paid' }),
  );
  expect(await stateOf(buyer)).toMatchObject({ status: 'canceled' });
});

test('a read that began earlier and ends later does not overwrite the newer one (A62)', async () => {
  const subscription = stripe.subscribe(customer(buyer));
  const pending: (() => void)[] = [];
  let first = true;
  stripe.delayBy(() => {
    if (!first) return Promise.resolve();
    first = false;
    return new Promise((done) => pending.push(done));
  });
  // The stand-in responds when released, with the state at the time of the request.
  const old = send(stripe.event('customer.subscription.created', subscription));
  await vi.waitFor(() => expect(pending).toHaveLength(1), { timeout: 10_000 });
  Object.assign(subscription, { status: 'canceled', ended_at: seconds() });
  expect((await send(stripe.event('customer.subscription.deleted', subscription))).status).toBe(200);
  Object.assign(subscription, { status: 'active', ended_at: null });
  for (const release of pending) release();
  expect((await old).status).toBe(200);
  stripe.delayBy(() => Promise.resolve());
  expect(await stateOf(buyer)).toMatchObject({ status: 'canceled' });
});

test('live events with a test key, other prices, and irrelevant kinds are ignored (A62)', async () => {
  const subscription = stripe.subscribe(customer(buyer));
  const { id } = buyer;
  const ignored = [
    stripe.event('customer.subscription.created', subscription, { livemode: true }),
    stripe.event('charge.succeeded', { object: 'charge', customer: customer(buyer) }),
    stripe.event('customer.subscription.created', { object: 'subscription', customer: null }),
    stripe.event('customer.subscription.created', { object: 'subscription', customer: 'cus_stranger' }),
    stripe.event('customer.subscription.created', {
      object: 'subscription',
      customer: 'cus_x',
      metadata: { account: id },
    }),
    stripe.event('checkout.session.completed', { object: 'checkout.session', client_reference_id: id }),
  ];
  for (const event of ignored) expect(await send(event)).toMatchObject({ status: 200, body: { success: true } });
  expect(stripe.requests).toEqual([]);
  expect(await fingerprint()).toEqual(untouched);

  stripe.subscriptions.clear();
  stripe.subscribe(customer(buyer), { price: 'price_cheap' });
  stripe.subscribe(customer(buyer), { livemode: true });
  expect((await send(stripe.event('customer.subscription.created', subscription))).status).toBe(200);
  expect(await stateOf(buyer)).toMatchObject({ status: 'canceled' });
});

test('an event of another customer affects that customer only (A62)', async () => {
  const before = await stateOf(buyer);
  const subscription = stripe.subscribe(customer(other));
  await send(stripe.event('customer.subscription.created', { ...subscription, metadata: { account: buyer.id } }));
  expect(await stateOf(other)).toMatchObject({ status: 'active' });
  expect(await stateOf(buyer)).toEqual(before);
});

test('a customer deleted at Stripe keeps the paid period', async () => {
  stripe.customers.set(customer(buyer), {
    id: customer(buyer),
    object: 'customer',
    email: '',
    metadata: {},
    deleted: true,
  });
  const before = await stateOf(buyer);
  expect((await send(stripe.event('customer.deleted', { id: customer(buyer), object: 'customer' }))).status).toBe(200);
  stripe.customers.clear();
  expect(await stateOf(buyer)).toEqual(before);
});

test('an employee has no subscription, whatever was paid', async () => {
  await backend.sql(`update public.profiles set role = 'employee', admin_id = $2 where id = $1`, [other.id, buyer.id]);
  await send(stripe.event('customer.subscription.created', stripe.subscribe(customer(other))));
  expect(await stateOf(other)).toMatchObject({ status: 'canceled' });
});

test('the return address of a checkout activates nothing (A63)', async () => {
  await fetch(`${backend.url}/?session_id=cs_anything`);
  expect(stripe.requests).toEqual([]);
  expect(await fingerprint()).toEqual(untouched);
});

test('the webhook accepts only POST with JSON, limited in size (A70)', async () => {
  const calls = [
    [405, backend.call('stripe-webhook', { method: 'GET' })],
    [403, backend.call('stripe-webhook', { headers: { origin: 'https://evil.example' } })],
    [415, backend.call('stripe-webhook', { headers: { 'content-type': 'text/plain' } })],
    [413, backend.call('stripe-webhook', { raw: JSON.stringify('x'.repeat(600_000)) })],
    [400, backend.call('stripe-webhook', { person: buyer })],
  ] as const;
  for (const [status, call] of calls) expect(await call).toMatchObject({ status, body: { success: false } });
  expect(await fingerprint()).toEqual(untouched);
});
