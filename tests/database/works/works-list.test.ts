// The works list, its totals and its groups: one filter, read page by page and summed in the database, must cover the same
// rows, and the filter, order, sums and groups over a copy on the device give the same.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobPlacesQuery } from '@/data/works/job-places';
import { fieldNamesQuery, machineNamesQuery } from '@/data/works/place-names';
import { worksQuery, worksTotalsQuery, type WorksReader, type WorksSort } from '@/data/works/works';
import type { WorksFilter } from '@/data/works/works-filter';
import { worksGroupsQuery, type WorksGroup } from '@/data/works/works-groups';
import { add, toNumeric } from '@/domain/core/money';
import { filterWorks, sortWorks, worksGroups, worksTotals, type JobPlaces } from '@/domain/works/works-list';
import type { Work } from '@/records/works';
import {
  GROUPINGS,
  NO_FILTER,
  FILTERS,
  ROWS,
  UNITS,
  expectedGroups,
  isSingle,
  matchesFilter,
  openWorksListFarm,
  type WorksListFarm,
} from './works-list-farm';

let farm: WorksListFarm;
let copy: Work[];
let places: JobPlaces;
/** The names of machines and fields by id. */
let names: ReadonlyMap<string, string>;

const reader = (): WorksReader => ({ ownerId: farm.owner.id, userId: farm.owner.id, seesRates: true });
const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Every row of a filter, page by page, as the list fetches them. */
async function readAll(filter: WorksFilter, sort: WorksSort = 'date'): Promise<Work[]> {
  const data = await newClient().infiniteQuery({ ...worksQuery(reader(), filter, sort), pages: ROWS });
  return data.pages.flat();
}
const totals = (filter: WorksFilter) => newClient().query(worksTotalsQuery(reader(), filter));

/** What the database answers to each filter, asked once for all tests. */
const answers = new Map<string, ReturnType<typeof ask>>();
async function ask(name: string) {
  const filter = { ...NO_FILTER, ...FILTERS[name]?.(farm) };
  const groups: [(typeof GROUPINGS)[number], WorksGroup[]][] = [];
  for (const by of GROUPINGS) groups.push([by, await newClient().query(worksGroupsQuery(reader(), filter, by))]);
  return { filter, rows: await readAll(filter), sums: await totals(filter), groups };
}
function answersTo(name: string) {
  const asked = answers.get(name) ?? ask(name);
  answers.set(name, asked);
  return asked;
}

beforeAll(async () => {
  farm = await openWorksListFarm();
  // After a rename, billed entries keep the printed name.
  await farm.owner.from('customers').update({ name: 'Hill Farm (new)' }).eq('id', farm.customerId('Hill Farm'));
  places = await newClient().query(jobPlacesQuery(reader()));
  const machines = await newClient().query(machineNamesQuery(reader()));
  const fields = await newClient().query(fieldNamesQuery(reader()));
  names = new Map([...machines, ...fields].map(({ id, name }) => [id, name]));
  copy = (await answersTo('no filter')).rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
});
afterAll(() => farm.backend.close());

const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
const byUnit = (a: { unit: string }, b: { unit: string }) => (a.unit < b.unit ? -1 : 1);

test.each(Object.keys(FILTERS))('list and totals agree: %s', async (name) => {
  const { filter, rows, sums } = await answersTo(name);
  const expected = farm.storedWorks.filter((row) => matchesFilter(row, filter));
  expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  expect(sums.entries).toBe(expected.length);
  expect(toNumeric(sums.value)).toBe(toNumeric(add(...rows.flatMap(({ totalValue }) => totalValue ?? []))));
  expect(sums.minutes).toBe(expected.reduce((sum, row) => sum + row.minutes, 0));
  expect(sums.needsRate).toBe(expected.filter(({ progress }) => progress === 'needs_rate').length);
  expect(sums.needsQuantity).toBe(expected.filter(({ progress }) => progress === 'needs_quantity').length);
  // A filter that matched no row or every row would test nothing.
  if (name !== 'no filter' && name !== 'both people') expect(expected.length).toBeLessThan(ROWS);
  expect(expected.length).toBeGreaterThan(0);
});

test.each(Object.keys(FILTERS))('groups match the rows, and add up to the totals: %s', async (name) => {
  const { filter, sums, groups } = await answersTo(name);
  const rows = farm.storedWorks.filter((row) => matchesFilter(row, filter));
  const withoutLabel = (group: object) => ({ ...group, label: '' });
  for (const [by, found] of groups) {
    expect(found.toSorted(byKey).map(withoutLabel)).toEqual(
      expectedGroups(rows, by, filter).toSorted(byKey).map(withoutLabel),
    );
    if (!isSingle(by)) continue;
    expect(add(...found.map(({ value }) => value))).toBe(sums.value);
    for (const count of ['entries', 'minutes', 'needsRate', 'needsQuantity'] as const)
      expect(found.reduce((sum, group) => sum + group[count], 0)).toBe(sums[count]);
  }
});

test.each(Object.keys(FILTERS))('a copy gives the same result as the database: %s', async (name) => {
  const { filter, rows, sums, groups } = await answersTo(name);
  const filtered = filterWorks(copy, filter, places);
  expect(sortWorks(filtered, 'date').map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(worksTotals(filtered)).toEqual({ ...sums, byUnit: sums.byUnit.toSorted(byUnit) });
  for (const [by, found] of groups) {
    const copied = worksGroups(filtered, by, filter, places);
    const named = copied.map((group) => ({ ...group, label: names.get(group.key) ?? group.label }));
    expect(named.toSorted(byKey)).toEqual(found.toSorted(byKey));
  }
});

test('an asterisk in a search matches one character, in the copy as in the database', async () => {
  for (const search of ['pump* o*f', 'p*mp', '***** off', '(*eft)', '.*']) {
    const filter = { ...NO_FILTER, search };
    const filtered = sortWorks(filterWorks(copy, filter), 'date');
    expect([search, filtered.map(({ id }) => id)]).toEqual([search, (await readAll(filter)).map(({ id }) => id)]);
  }
});

test('all 1,205 rows are reached, each once and in order, by the day or the latest logged first, as in the copy', async () => {
  for (const sort of ['date', 'created'] as const) {
    const rows = sort === 'date' ? (await answersTo('no filter')).rows : await readAll(NO_FILTER, sort);
    expect(rows).toHaveLength(ROWS);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(ROWS);
    const keys = rows.map((row) => [sort === 'date' ? row.workDate : row.createdAt, row.id] as const);
    const sorted = keys.toSorted(([a, i], [b, j]) => (a === b ? (i < j ? 1 : -1) : a < b ? 1 : -1));
    expect(keys).toEqual(sorted);
    expect(sortWorks(copy, sort).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  }
});

test('totals by unit match those of the rows', async () => {
  const { rows, sums } = await answersTo('no filter');
  for (const { unit, quantity } of sums.byUnit) {
    const quantities = rows.filter((row) => row.chargeableUnit === unit).flatMap((row) => row.quantity ?? []);
    expect([unit, quantity]).toEqual([unit, add(...quantities)]);
  }
  expect(sums.byUnit.map(({ unit }) => unit)).toEqual([...UNITS].toSorted());
});
