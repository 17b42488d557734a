// The cached copy of the job log on a device: after any change it matches the database, with few requests.
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  putWorksCopy,
  copiesOf,
  putQueryCopies,
  wipeOthers,
  wipeSnapshot,
  type WorksCopy,
} from '@/offline/snapshot/snapshot-store';
import { syncWorks } from '@/offline/snapshot/snapshot-works';
import type { SnapshotReader } from '@/domain/works/snapshot';
import { addDays, todayIn } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend, type TestClient } from '@tests/support/embedded/backend';
import { current } from '@tests/support/mock-supabase';

const TODAY = todayIn('Europe/London', new Date());
const OLD = addDays(TODAY, -600);
let backend: TestBackend;
let owner: Person;
let driver: Person;
let reader: SnapshotReader;

beforeAll(async () => {
  backend = await testBackend();
  // Entries are billed here without invoices: only the entries are read.
  await backend.script('alter table public.works drop constraint works_invoice_fkey');
});
afterAll(() => backend.close());
beforeEach(async () => {
  await wipeSnapshot();
  owner = await backend.user();
  driver = await backend.employeeOf(owner);
  reader = { ownerId: owner.id, userId: owner.id, seesRates: true, seesAllWorks: true };
  current.client = owner;
  await addWorks(60, 'Hill Farm', TODAY);
  await addWorks(8, 'Hill Farm', OLD);
  await addWorks(5, 'Tŷ Gwyn', OLD);
  await billOldest('Hill Farm', 20);
});

/** Adds this many jobs, one for each day going backwards. */
async function addWorks(count: number, customer: string, from: string) {
  const rows = Array.from({ length: count }, (_, at) => ({
    customer,
    task_name: 'Baling',
    chargeable_unit: 'bale',
    rate: 2,
    quantity: 1 + at,
    work_date: addDays(from, -at),
  }));
  const { error } = await (owner as TestClient).from('works').insert(rows as never);
  if (error) throw error;
}

/** Puts a customer's oldest entries on an invoice. */
const billOldest = (customer: string, count: number) =>
  backend.sql(
    `update public.works set invoice_number = 'INV-1', invoice_generated_at = now(), invoice_id = gen_random_uuid()
     where user_id = $1 and id in (select id from public.works where user_id = $1 and customer = $2
                                   and invoice_number is null order by work_date limit $3)`,
    [owner.id, customer, count],
  );

const sync = (before: WorksCopy | null, at = Date.now()) =>
  syncWorks(reader, TODAY, before, at, new AbortController().signal);

/** The rows that the copy should contain. */
async function expectedRows(border: string) {
  const rows = await backend.sql<{ id: string; quantity: number }>(
    `select id, quantity::float8 as quantity from public.works where user_id = $1 and (work_date >= $2 or invoice_number is null)
     order by work_date desc, id desc`,
    [owner.id, border],
  );
  return rows.map(({ id, quantity }) => [id, quantity * 10_000]);
}
const rowsOf = (copy: WorksCopy | null | undefined) => copy?.works.map(({ id, quantity }) => [id, quantity]);

/** Counts the requests of an operation. */
async function requestsOf<T>(work: () => Promise<T>): Promise<[T, number]> {
  let count = 0;
  const client = current.client as TestClient;
  current.client = new Proxy(client, {
    get: (target, name) => {
      if (name === 'from') count += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const answer = await work();
  current.client = client;
  return [answer, count];
}

test('the first sync reads thirteen months, and older unbilled entries', async () => {
  const copy = await sync(null);
  expect(rowsOf(copy)).toEqual(await expectedRows(copy.border));
  expect(copy.works).toHaveLength(60 + 5);
  expect(copy.older).toBe(true);
});

test('a sync without changes makes two requests, and every entry stays the identical object', async () => {
  const first = await sync(null);
  const [second, requests] = await requestsOf(() => sync(first, first.at + 60_000));
  expect(requests).toBe(2);
  expect(second.works.every((work, at) => work === first.works[at])).toBe(true);
  expect(second.at).toBe(first.at + 60_000);
});

test.each([
  ['added', (id: string) => addWorks(1, `New ${id.slice(0, 4)}`, TODAY)],
  ['changed', (id: string) => owner.from('works').update({ quantity: 77 }).eq('id', id)],
  ['deleted', (id: string) => owner.from('works').delete().eq('id', id)],
  [
    'deleted, and another added',
    async (id: string) => {
      await owner.from('works').delete().eq('id', id);
      await addWorks(1, 'Hill Farm', TODAY);
    },
  ],
  ['moved beyond the border', (id: string) => owner.from('works').update({ work_date: OLD }).eq('id', id)],
  ['billed beyond the border', () => billOldest('Tŷ Gwyn', 3)],
  [
    'taken off its invoice beyond the border',
    () =>
      backend.sql(
        `update public.works set invoice_number = null, invoice_generated_at = null, invoice_id = null
       where user_id = $1 and work_date < $2 and invoice_number is not null`,
        [owner.id, addDays(TODAY, -400)],
      ),
  ],
  [
    'lost when the database was restored from a backup',
    () => backend.sql(`delete from public.works where user_id = $1 and work_date > $2`, [owner.id, addDays(TODAY, -9)]),
  ],
] as const)('what was %s is updated on the device', async (_, change) => {
  const first = await sync(null);
  await change(first.works[3]?.id ?? '');
  const second = await sync(first, first.at + 60_000);
  expect(rowsOf(second)).toEqual(await expectedRows(second.border));
  expect(rowsOf(second)).not.toEqual(rowsOf(first));
});

test.each([0, Date.now() + 365 * 86_400_000])('a device whose clock says %i still finds changes', async (at) => {
  const first = await sync(null, at);
  await owner
    .from('works')
    .update({ quantity: 88 })
    .eq('id', first.works[5]?.id ?? '');
  expect(rowsOf(await sync(first, at))).toEqual(await expectedRows(first.border));
});

test('a copy has at most 5,000 entries, in whole days, and its border is the first of these days', async () => {
  await backend.sql(
    `insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
     select $1, 'Hill Farm', 'Many', 'bale', 1, 1, $2::date - (n / 20), 'Pat' from generate_series(1, 5400) n`,
    [owner.id, TODAY],
  );
  await backend.sql(
    `update public.works set invoice_number = 'INV-2', invoice_generated_at = now(), invoice_id = gen_random_uuid()
     where user_id = $1 and task_name = 'Many'`,
    [owner.id],
  );
  const copy = await sync(null);
  expect(copy.works.length).toBeLessThanOrEqual(5000);
  expect(copy.works.length).toBeGreaterThan(4900);
  expect(rowsOf(copy)).toEqual(await expectedRows(copy.border));
  const second = await sync(copy);
  expect(rowsOf(second)).toEqual(rowsOf(copy));
});

test('a copy made with other permissions is discarded', async () => {
  const driverReader = { ...reader, userId: driver.id };
  current.client = driver;
  const first = await syncWorks(driverReader, TODAY, null, 1, new AbortController().signal);
  expect(first.works.some(({ totalValue }) => totalValue !== null)).toBe(true);
  await backend.sql('update public.farm_settings set employees_see_rates = false where user_id = $1', [owner.id]);
  const withoutRates = await syncWorks(
    { ...driverReader, seesRates: false },
    TODAY,
    first,
    2,
    new AbortController().signal,
  );
  expect(withoutRates.works).toHaveLength(first.works.length);
  expect(withoutRates.works.every(({ totalValue, rate }) => totalValue === null && rate === null)).toBe(true);
});

test('what is written is read back, newest first, also after a change', async () => {
  const first = await sync(null);
  await putWorksCopy(owner.id, first, null);
  expect((await copiesOf(owner.id))?.works).toEqual(first);
  await owner
    .from('works')
    .update({ quantity: 66 })
    .eq('id', first.works[0]?.id ?? '');
  const second = await sync(first, first.at + 1);
  await putWorksCopy(owner.id, second, first);
  expect((await copiesOf(owner.id))?.works).toEqual(second);
});

test('a copy of which the device lost a part is discarded, and the next sync writes it in full (F24)', async () => {
  const first = await sync(null);
  await putWorksCopy(owner.id, first, null);
  const db = await openDB('farm-diary-snapshots');
  await db.delete('months', [owner.id, TODAY.slice(0, 7)]);
  expect((await copiesOf(owner.id))?.works).toBeNull();
  await db.clear('months');
  await db.clear('heads');
  db.close();
  // This tab still has the copy in memory, and assumes that it is stored.
  const second = await sync(first, first.at + 1);
  await putWorksCopy(owner.id, second, first);
  expect((await copiesOf(owner.id))?.works).toEqual(second);
});

test('a second tab’s copy is never patched with the first one’s changes', async () => {
  const first = await sync(null, 1);
  await putWorksCopy(owner.id, first, null);
  await addWorks(1, 'Late', TODAY);
  await putWorksCopy(owner.id, await sync(first, 2), first);
  const secondTab = await sync(first, 3);
  await putWorksCopy(owner.id, secondTab, first);
  expect(rowsOf((await copiesOf(owner.id))?.works)).toEqual(rowsOf(secondTab));
});

test('another person’s copies are deleted, one’s own stay; writes begun before a wipe are dropped', async () => {
  const copy = await sync(null);
  const answer = (userId: string) => ({ userId, hash: '["tasks"]', isWho: false, data: [userId], updatedAt: 1 });
  await putWorksCopy(owner.id, copy, null);
  await putWorksCopy(driver.id, copy, null);
  await putQueryCopies([answer(owner.id), answer(driver.id)]);
  await wipeOthers(owner.id);
  expect((await copiesOf(driver.id))?.works).toBeNull();
  expect((await copiesOf(driver.id))?.queries).toEqual([]);
  expect((await copiesOf(owner.id))?.queries).toEqual([answer(owner.id)]);
  expect((await copiesOf(owner.id))?.works).toEqual(copy);
  const pending = [putWorksCopy(owner.id, copy, null), putQueryCopies([answer(owner.id)])];
  await wipeSnapshot();
  await Promise.all(pending);
  expect((await copiesOf(owner.id))?.works).toBeNull();
  expect((await copiesOf(owner.id))?.queries).toEqual([]);
});
