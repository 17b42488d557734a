// The works list and its totals: one filter, read page by page and summed in the database, must cover the same rows.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { worksQuery, worksTotalsQuery, type WorksSort, type WorksReader } from '@/data/works/works';
import type { WorksFilter } from '@/data/works/works-filter';
import { add, toNumeric } from '@/domain/core/money';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { current } from '@tests/support/mock-supabase';
import type { Work } from '@/records/works';
import {
  NO_FILTER,
  FILTERS,
  ROWS,
  UNITS,
  matchesFilter,
  createWorksListFarm,
  type WorksListFarm,
} from './works-list-farm';

let backend: TestBackend;
let farm: WorksListFarm;

beforeAll(async () => {
  backend = await testBackend();
  farm = await createWorksListFarm(backend, (person) => (current.client = person));
});
afterAll(() => backend.close());

const reader = (): WorksReader => ({ ownerId: farm.owner.id, userId: farm.owner.id, seesRates: true });
const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Every row of a filter, page by page, as the list fetches them. */
async function readAll(filter: WorksFilter, sort: WorksSort = 'date'): Promise<Work[]> {
  const data = await newClient().infiniteQuery({ ...worksQuery(reader(), filter, sort), pages: ROWS });
  return data.pages.flat();
}
const totals = (filter: WorksFilter) => newClient().query(worksTotalsQuery(reader(), filter));

test.each(Object.keys(FILTERS))('list and totals agree: %s', async (name) => {
  const filter = { ...NO_FILTER, ...FILTERS[name]?.(farm) };
  const expected = farm.storedWorks.filter((row) => matchesFilter(row, filter));
  const rows = await readAll(filter);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  const sums = await totals(filter);
  expect(sums.entries).toBe(expected.length);
  expect(toNumeric(sums.value)).toBe(toNumeric(add(...rows.flatMap(({ totalValue }) => totalValue ?? []))));
  expect(sums.minutes).toBe(expected.reduce((sum, row) => sum + row.minutes, 0));
  expect(sums.needsRate).toBe(expected.filter(({ progress }) => progress === 'needs_rate').length);
  expect(sums.needsQuantity).toBe(expected.filter(({ progress }) => progress === 'needs_quantity').length);
  // A filter that matched no row or every row would test nothing.
  if (name !== 'no filter' && name !== 'both people') expect(expected.length).toBeLessThan(ROWS);
  expect(expected.length).toBeGreaterThan(0);
});

test.each(['date', 'created'] as const)('all 1,205 rows are reached, each once and in order, by %s', async (sort) => {
  const rows = await readAll(NO_FILTER, sort);
  expect(rows).toHaveLength(ROWS);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(ROWS);
  const keys = rows.map((row) => [sort === 'date' ? row.workDate : row.createdAt, row.id] as const);
  const sorted = keys.toSorted(([a, i], [b, j]) => (a === b ? (i < j ? 1 : -1) : a < b ? 1 : -1));
  expect(keys).toEqual(sorted);
});

test('totals by unit match those of the rows', async () => {
  const [rows, sums] = await Promise.all([readAll(NO_FILTER), totals(NO_FILTER)]);
  for (const { unit, quantity } of sums.byUnit) {
    const quantities = rows.filter((row) => row.chargeableUnit === unit).flatMap((row) => row.quantity ?? []);
    expect([unit, quantity]).toEqual([unit, add(...quantities)]);
  }
  expect(sums.byUnit.map(({ unit }) => unit)).toEqual([...UNITS].toSorted());
});
