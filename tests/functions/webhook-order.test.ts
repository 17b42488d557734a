// A thousand events of 25 customers, in any order, each twice and many concurrently: the final state matches Stripe's.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { stripeStandIn, type StripeStandIn, type Subscription } from '@tests/support/embedded/stripe-stand-in';

const CUSTOMERS = 25;
const EVENTS = 1000;
const CONCURRENCY = 12;
/** 2026-11-20, in seconds. */
const START = 1_795_132_800;

let stripe: StripeStandIn;
let backend: FunctionsBackend;
let subscriptions: Subscription[];

beforeAll(async () => {
  stripe = await stripeStandIn();
  backend = await functionsBackend({ env: (site) => ({ ...stripe.env, SITE_URL: site }) });
  for (let number = 0; number < CUSTOMERS; number += 1) {
    const person = await backend.user();
    await backend.sql('insert into private.billing_customers (user_id, customer_id) values ($1, $2)', [
      person.id,
      `cus_${number}`,
    ]);
  }
  subscriptions = Array.from({ length: CUSTOMERS }, (_, number) => stripe.subscribe(`cus_${number}`));
});
afterAll(async () => {
  await backend.close();
  await stripe.close();
});

/** The next change at Stripe; its event contains the state at that moment. */
function change(number: number, choose: (limit: number) => number) {
  const subscription = subscriptions[choose(CUSTOMERS)];
  if (!subscription) throw new Error('there is no such customer');
  const end = START + 86_400 * (number + 1);
  const status = ['active', 'active', 'past_due', 'canceled'][choose(4)] ?? 'active';
  const ended = status === 'canceled' ? end - 4000 : null;
  Object.assign(subscription, { status, ended_at: ended, cancel_at_period_end: choose(2) === 1 });
  for (const item of subscription.items.data) item.current_period_end = end;
  return stripe.event('customer.subscription.updated', structuredClone(subscription), { created: START + number });
}

test('1,000 events in random order, each twice, while changes continue, end in Stripe’s state', async () => {
  const seed = Date.now();
  const [random] = fc.sample(fc.infiniteStream(fc.nat()), { numRuns: 1, seed });
  const choose = (limit: number) => Number(random?.next().value) % limit;
  const waiting: object[] = [];
  let eventCount = 0;
  const next = () => {
    while (eventCount < EVENTS && (waiting.length === 0 || choose(2) === 0)) {
      const event = change(eventCount, choose);
      eventCount += 1;
      waiting.push(event, event);
    }
    return waiting.length === 0 ? undefined : waiting.splice(choose(waiting.length), 1)[0];
  };
  const worker = async () => {
    for (let event = next(); event; event = next()) {
      expect(await stripe.deliver(event, `${backend.url}/functions/v1/stripe-webhook`)).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  expect(eventCount).toBe(EVENTS);

  const rows = await backend.sql<{ customer: string; status: string; ends: string; cancels: boolean }>(
    `select b.customer_id as customer, p.subscription_status as status, p.subscription_ends_at::text as ends, b.cancels
     from public.profiles p join private.billing_customers b on b.user_id = p.id`,
  );
  const stored = new Map(rows.map(({ customer, ...row }) => [customer, { ...row, ends: Date.parse(row.ends) / 1000 }]));
  const expected = subscriptions.map(({ customer, status, ended_at: ended, cancel_at_period_end: stops, items }) => [
    customer,
    {
      status,
      ends: ended ?? items.data[0]?.current_period_end,
      cancels: status === 'canceled' || stops,
    },
  ]);
  expect(Object.fromEntries(stored), `seed ${seed}`).toEqual(Object.fromEntries(expected));
  const [{ handled } = { handled: 0 }] = await backend.sql<{ handled: number }>(
    'select count(*)::int as handled from private.billing_events where handled_at is not null',
  );
  expect(handled).toBe(EVENTS);
}, 300_000);
