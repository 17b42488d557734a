// The nightly check with Stripe: lost events are compensated for, and one account's failure does not affect others.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '@tests/support/embedded/backend';
import { saveRows } from '@tests/support/database/catalogue';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { stripeStandIn, YEAR_SECONDS, type StripeStandIn } from '@tests/support/embedded/stripe-stand-in';

let stripe: StripeStandIn;
let backend: FunctionsBackend;
let paid: Person;
let other: Person;
let restore: () => Promise<void>;

const customer = ({ id }: Person) => `cus_${id.replaceAll('-', '')}`;
const seconds = () => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  stripe = await stripeStandIn();
  backend = await functionsBackend({ env: (site) => ({ ...stripe.env, SITE_URL: site }) });
  [paid, other] = [await backend.user(), await backend.user()];
  for (const person of [paid, other]) {
    await backend.lapse(person);
    await backend.sql('insert into private.billing_customers (user_id, customer_id) values ($1, $2)', [
      person.id,
      customer(person),
    ]);
  }
  restore = await saveRows(backend);
});
beforeEach(() => {
  stripe.subscriptions.clear();
  stripe.requests.length = 0;
});
afterEach(() => restore());
afterAll(async () => {
  await backend.close();
  await stripe.close();
});

const run = () => backend.call('check-subscriptions', { token: backend.keys.secret });
const resultOf = (checked: number, failed = 0, left = 0) => ({
  status: 200,
  body: { success: true, checked, failed, left },
});
const checkedCustomers = () => stripe.requests.map(({ params }) => params['customer']);
const advanceOneNight = () =>
  backend.sql(`update private.billing_customers set checked_at = checked_at - interval '21 hours'`);

async function stateOf({ id }: Person) {
  const [row] = await backend.sql<{ status: string; ends: string; problem: string | null }>(
    `select p.subscription_status as status, p.subscription_ends_at::text as ends, b.check_problem as problem
     from public.profiles p join private.billing_customers b on b.user_id = p.id where p.id = $1`,
    [id],
  );
  return row && { ...row, ends: Math.floor(Date.parse(row.ends) / 1000) };
}

test('a paid year whose event was lost is active after the nightly check', async () => {
  const endsAt = seconds() + YEAR_SECONDS;
  stripe.subscribe(customer(paid), { endsAt });
  expect((await paid.from('tasks').insert({ name: 'Baling', chargeable_unit: 'bale' })).error).not.toBeNull();
  expect(await run()).toMatchObject(resultOf(2));
  expect(await stateOf(paid)).toEqual({ status: 'active', ends: endsAt, problem: null });
  expect((await paid.from('tasks').insert({ name: 'Baling', chargeable_unit: 'bale' })).error).toBeNull();
  // Stripe has no subscription of the other account, so its state stays.
  expect(await stateOf(other)).toMatchObject({ status: 'canceled', problem: null });
});

test('a subscription ended at Stripe whose event was lost is over after the nightly check', async () => {
  const subscription = stripe.subscribe(customer(paid));
  await run();
  await backend.sql(`update private.billing_customers set checked_at = now() - interval '8 days'`);
  const ended = seconds();
  Object.assign(subscription, { status: 'canceled', ended_at: ended });
  await run();
  expect(await stateOf(paid)).toEqual({ status: 'canceled', ends: ended, problem: null });
});

describe('which accounts are checked', () => {
  test('no account is checked twice in a night, and the next night only those whose state may have changed', async () => {
    stripe.subscribe(customer(paid));
    await run();
    stripe.requests.length = 0;
    expect(await run()).toMatchObject(resultOf(0));
    await advanceOneNight();
    // The paid one has a year left; the other has just ended.
    expect(await run()).toMatchObject(resultOf(1));
    expect(checkedCustomers()).toEqual([customer(other)]);
  });

  test('a paid account whose renewal is due is checked, and one with an unhandled event', async () => {
    for (const person of [paid, other]) stripe.subscribe(customer(person));
    await run();
    await advanceOneNight();
    stripe.requests.length = 0;
    await backend.sql(`update public.profiles set subscription_ends_at = now() + interval '1 day' where id = $1`, [
      paid.id,
    ]);
    await backend.sql(
      `insert into private.billing_events (event_id, user_id, kind) values ('evt_lost', $1, 'invoice.paid')`,
      [other.id],
    );
    expect(await run()).toMatchObject(resultOf(2));
    expect(checkedCustomers().toSorted()).toEqual([paid, other].map(customer).toSorted());
  });
});

test('one account’s failure is recorded, the others are checked, and the next night tries again', async () => {
  const endsAt = seconds() + YEAR_SECONDS;
  for (const person of [paid, other]) stripe.subscribe(customer(person), { endsAt });
  // The library tries three times before it gives up.
  stripe.failNext(3);
  expect(await run()).toMatchObject(resultOf(1, 1));
  const states = [await stateOf(paid), await stateOf(other)];
  expect(states.map((state) => state?.status).toSorted()).toEqual(['active', 'canceled']);
  expect(states.find((state) => state?.status === 'canceled')?.problem).toContain('told to fail');
  await advanceOneNight();
  expect(await run()).toMatchObject(resultOf(1));
  for (const person of [paid, other])
    expect(await stateOf(person)).toEqual({ status: 'active', ends: endsAt, problem: null });
});

test('the nightly check can be called only by the project itself', async () => {
  for (const answer of [
    await backend.call('check-subscriptions', { person: paid }),
    await backend.call('check-subscriptions'),
  ])
    expect(answer.status).toBe(401);
  expect(stripe.requests).toEqual([]);
});
