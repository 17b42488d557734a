// The works list offline: filter, order, sums and groups over a copy match the database's.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { worksQuery, worksTotalsQuery, type WorksReader } from '@/data/works/works';
import { jobPlacesQuery } from '@/data/works/job-places';
import { fieldNamesQuery, machineNamesQuery } from '@/data/works/place-names';
import { worksGroupsQuery } from '@/data/works/works-groups';
import {
  filterWorks,
  sortWorks,
  worksGroups,
  worksTotals,
  type JobPlaces,
  type WorksFilter,
} from '@/domain/works/works-list';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { current } from '@tests/support/mock-supabase';
import type { Work } from '@/records/works';
import { NO_FILTER, FILTERS, ROWS, createWorksListFarm, type WorksListFarm } from './works-list-farm';

let backend: TestBackend;
let farm: WorksListFarm;
let copy: Work[];
let places: JobPlaces;
let names: ReadonlyMap<string, string>;

const reader = (): WorksReader => ({ ownerId: farm.owner.id, userId: farm.owner.id, seesRates: true });
const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
const listOf = async (filter: WorksFilter, sort: 'date' | 'created' = 'date') =>
  (await newClient().infiniteQuery({ ...worksQuery(reader(), filter, sort), pages: ROWS })).pages.flat();

beforeAll(async () => {
  backend = await testBackend();
  farm = await createWorksListFarm(backend, (person) => (current.client = person));
  // After a rename, billed entries keep the printed name.
  await farm.owner.from('customers').update({ name: 'Hill Farm (new)' }).eq('id', farm.customerId('Hill Farm'));
  places = await newClient().query(jobPlacesQuery(reader()));
  const machines = await newClient().query(machineNamesQuery(reader()));
  const fields = await newClient().query(fieldNamesQuery(reader()));
  names = new Map([...machines, ...fields].map(({ id, name }) => [id, name]));
  copy = (await listOf(NO_FILTER)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
});
afterAll(() => backend.close());

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
const byUnit = (a: { unit: string }, b: { unit: string }) => (a.unit < b.unit ? -1 : 1);

test.each(Object.keys(FILTERS))('a copy gives the same result as the database: %s', async (name) => {
  const filter = { ...NO_FILTER, ...FILTERS[name]?.(farm) };
  const filtered = filterWorks(copy, filter, places);
  expect(filtered.length).toBeGreaterThan(0);
  expect(sortWorks(filtered, 'date').map(({ id }) => id)).toEqual((await listOf(filter)).map(({ id }) => id));
  const sums = await newClient().query(worksTotalsQuery(reader(), filter));
  expect(worksTotals(filtered)).toEqual({ ...sums, byUnit: sums.byUnit.toSorted(byUnit) });
  for (const by of ['customer', 'task', 'person', 'machine', 'field', 'day'] as const) {
    const groups = await newClient().query(worksGroupsQuery(reader(), filter, by));
    const copied = worksGroups(filtered, by, filter, places);
    const named = copied.map((group) => ({ ...group, label: names.get(group.key) ?? group.label }));
    expect(named.toSorted(byKey)).toEqual(groups.toSorted(byKey));
  }
});

test('an asterisk in a search matches one character, in the copy as in the database', async () => {
  for (const search of ['pump* o*f', 'p*mp', '***** off', '(*eft)', '.*']) {
    const filter = { ...NO_FILTER, search };
    const filtered = sortWorks(filterWorks(copy, filter), 'date');
    expect([search, filtered.map(({ id }) => id)]).toEqual([search, (await listOf(filter)).map(({ id }) => id)]);
  }
});

test('the latest logged come first if requested', async () => {
  const rows = await listOf(NO_FILTER, 'created');
  expect(sortWorks(copy, 'created').map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});
