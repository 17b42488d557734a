// Billing: only the edge functions can access it, and what they read from Stripe is written in order.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend, type TestClient } from '@tests/support/embedded/backend';
import { fingerprints } from '@tests/support/database/catalogue';

let backend: TestBackend;
let owner: Person;
let stranger: Person;
let driver: Person;
let service: TestClient;

beforeAll(async () => {
  backend = await testBackend();
  [owner, stranger] = [await backend.user(), await backend.user()];
  driver = await backend.employeeOf(owner);
  service = backend.service();
  await service.rpc('keep_billing_customer', { p_account: owner.id, p_customer: 'cus_owner' });
});
afterAll(() => backend.close());

const END = '2027-03-14T09:30:00+00:00';
const beginEvent = async (event: string, customer = 'cus_owner') =>
  (await service.rpc('begin_billing_event', { p_event: event, p_kind: 'invoice.paid', p_customer: customer })).data;
const writeSubscription = async (event: string, ticket: number, status: string, cancels = false) =>
  (
    await service.rpc('write_subscription', {
      p_event: event,
      p_customer: 'cus_owner',
      p_ticket: ticket,
      p_subscription: 'sub_owner',
      p_status: status,
      p_ends_at: END,
      p_cancels: cancels,
    })
  ).data;
const status = async () => {
  const { data } = await owner.from('profiles').select('subscription_status').eq('id', owner.id).single();
  return data?.subscription_status;
};

test('a read with an older ticket is discarded, and an event is written once', async () => {
  const [first, second] = [await beginEvent('evt_1'), await beginEvent('evt_2')];
  expect(Number(second)).toBeGreaterThan(Number(first));
  expect(await writeSubscription('evt_2', Number(second), 'active')).toBe(true);
  expect(await writeSubscription('evt_1', Number(first), 'past_due')).toBe(false);
  expect(await status()).toBe('active');
  expect(await beginEvent('evt_1')).toBeNull();
  expect(await writeSubscription('evt_1', 999, 'past_due')).toBe(false);
  expect(await beginEvent('evt_2')).toBeNull();
  expect(await status()).toBe('active');
});

test('an event that was received but not handled is accepted again', async () => {
  const [first, second] = [await beginEvent('evt_3'), await beginEvent('evt_3')];
  expect(Number(second)).toBeGreaterThan(Number(first));
});

test('an event of an unknown customer is not stored', async () => {
  expect(await beginEvent('evt_4', 'cus_stranger')).toBeNull();
  expect(await backend.sql(`select from private.billing_events where event_id = 'evt_4'`)).toEqual([]);
});

test('events are deleted after three months, when new ones arrive', async () => {
  await backend.sql(
    `update private.billing_events set received_at = now() - interval '91 days' where event_id = 'evt_1'`,
  );
  await beginEvent('evt_5');
  const remaining = await backend.sql<{ event_id: string }>('select event_id from private.billing_events order by 1');
  expect(remaining.map(({ event_id: id }) => id)).toEqual(['evt_2', 'evt_3', 'evt_5']);
});

test('an account keeps its first Stripe customer, and two accounts never share one', async () => {
  const keepCustomer = (account: string, customer: string, deletedCustomer?: string) =>
    service.rpc('keep_billing_customer', {
      p_account: account,
      p_customer: customer,
      ...(deletedCustomer && { p_gone: deletedCustomer }),
    });
  expect((await keepCustomer(owner.id, 'cus_second')).data).toBe('cus_owner');
  expect((await keepCustomer(owner.id, 'cus_second', 'cus_third')).data).toBe('cus_owner');
  expect((await keepCustomer(stranger.id, 'cus_owner')).error?.code).toBe('23505');
});

test('only the account holder can read whether the subscription ends after this period, and no one can read an id of Stripe', async () => {
  await writeSubscription('evt_6', Number(await beginEvent('evt_6')), 'active', true);
  expect((await owner.rpc('billing_state')).data).toEqual([{ managed: true, cancels: true }]);
  for (const person of [driver, stranger]) expect((await person.rpc('billing_state')).data).toEqual([]);
  expect((await backend.anon().rpc('billing_state')).error?.code).toBe('42501');
});

test('no client reads billing or writes a subscription (A31, A40)', async () => {
  const fingerprint = await fingerprints(backend);
  const initial = await fingerprint();
  const calls = [
    ['billing_customer', { p_account: owner.id }],
    ['keep_billing_customer', { p_account: stranger.id, p_customer: 'cus_mine' }],
    ['begin_billing_event', { p_event: 'evt_mine', p_kind: 'invoice.paid', p_customer: 'cus_owner' }],
    ['write_subscription', { p_event: 'evt_2', p_customer: 'cus_owner', p_ticket: 999 }],
  ] as const;
  for (const person of [owner, driver, stranger, backend.anon()]) {
    for (const [name, args] of calls) expect((await person.rpc(name, args)).error?.code).toBe('42501');
    for (const table of ['billing_customers', 'billing_events']) {
      // The name is not in the types on purpose.
      const { error, data } = await person.from(table as 'works').select('*');
      expect([error?.code, data]).toEqual(['PGRST205', null]);
    }
  }
  expect(await fingerprint()).toEqual(initial);
});
