// The works list and its totals: one filter, read page by page and summed in the database, must cover the same rows.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { worksQuery, worksTotalsQuery, type WorksSort, type WorksWho } from '@/data/works/works';
import type { WorksFilter } from '@/data/works/works-filter';
import { add, toNumeric } from '@/domain/core/money';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { now } from '@tests/support/talks-as';
import type { Work } from '@/records/works';
import { ANY, FILTERS, ROWS, UNITS, holds, listedFarm, type ListedFarm } from './listed-farm';

vi.mock('@/lib/supabase', async () => (await import('@tests/support/talks-as')).standIn);

let backend: TestBackend;
let farm: ListedFarm;

beforeAll(async () => {
  backend = await testBackend();
  farm = await listedFarm(backend, (person) => (now.client = person));
});
afterAll(() => backend.close());

const who = (): WorksWho => ({ ownerId: farm.owner.id, userId: farm.owner.id, seesRates: true });
const fresh = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Every row of a filter, page by page, as the list fetches them. */
async function walk(filter: WorksFilter, sort: WorksSort = 'date'): Promise<Work[]> {
  const data = await fresh().infiniteQuery({ ...worksQuery(who(), filter, sort), pages: ROWS });
  return data.pages.flat();
}
const totals = (filter: WorksFilter) => fresh().query(worksTotalsQuery(who(), filter));

test.each(Object.keys(FILTERS))('list and totals agree: %s', async (name) => {
  const filter = { ...ANY, ...FILTERS[name]?.(farm) };
  const expected = farm.truth.filter((row) => holds(farm, row, filter));
  const rows = await walk(filter);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
  const sums = await totals(filter);
  expect(sums.entries).toBe(expected.length);
  expect(toNumeric(sums.value)).toBe(toNumeric(add(...rows.flatMap(({ totalValue }) => totalValue ?? []))));
  expect(sums.minutes).toBe(expected.reduce((sum, row) => sum + row.minutes, 0));
  expect(sums.needsRate).toBe(expected.filter(({ progress }) => progress === 'needs_rate').length);
  expect(sums.needsQuantity).toBe(expected.filter(({ progress }) => progress === 'needs_quantity').length);
  // A filter that finds nothing, or everything, proves nothing.
  if (name !== 'no filter' && name !== 'both people') expect(expected.length).toBeLessThan(ROWS);
  expect(expected.length).toBeGreaterThan(0);
});

test.each(['date', 'created'] as const)('all 1,205 rows are reached, each once and in order, by %s', async (sort) => {
  const rows = await walk(ANY, sort);
  expect(rows).toHaveLength(ROWS);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(ROWS);
  const keys = rows.map((row) => [sort === 'date' ? row.workDate : row.createdAt, row.id] as const);
  const sorted = keys.toSorted(([a, i], [b, j]) => (a === b ? (i < j ? 1 : -1) : a < b ? 1 : -1));
  expect(keys).toEqual(sorted);
});

test('totals by unit match those of the rows', async () => {
  const [rows, sums] = await Promise.all([walk(ANY), totals(ANY)]);
  for (const { unit, quantity } of sums.byUnit) {
    const own = rows.filter((row) => row.chargeableUnit === unit).flatMap((row) => row.quantity ?? []);
    expect([unit, quantity]).toEqual([unit, add(...own)]);
  }
  expect(sums.byUnit.map(({ unit }) => unit)).toEqual([...UNITS].toSorted());
});
