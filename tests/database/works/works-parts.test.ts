// The works list in parts: whatever is added, moved or deleted between two reads, no row is repeated or missing.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WorksSort, WorksReader } from '@/data/works/works';
import { rowsOfParts, worksPartQuery, worksPartsQuery, type WorksPart } from '@/data/works/works-parts';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { ANY } from '@tests/support/account-data/works-filter';
import { current } from '@tests/support/mock-supabase';

const ROWS = 1300;

let backend: TestBackend;
let owner: Person;
let reader: WorksReader;
let queries: QueryClient;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user();
  current.client = owner;
  reader = { ownerId: owner.id, userId: owner.id, seesRates: true };
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  // Four dates and two instants for all of them: most rows differ only in their id.
  await backend.sql(
    `insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name, created_at)
     select $1, 'Hill Farm', 'Job ' || n, 'bale', 1, 1, '2026-10-01'::date + n % 4, 'Ann', '2026-10-05T10:00:00.123456Z'::timestamptz + n % 2 * interval '1 second'
     from generate_series(1, $2::integer) n`,
    [owner.id, ROWS],
  );
});

const readParts = async (sort: WorksSort = 'date', filter = ANY): Promise<readonly WorksPart[]> =>
  (await queries.infiniteQuery({ ...worksPartsQuery(reader, filter, sort), pages: ROWS })).pages;
/** The rows of the parts as they are in the database now. */
async function readRows(list: readonly WorksPart[]) {
  await Promise.all(list.map((part) => queries.query({ ...worksPartQuery(part), staleTime: 0 })));
  return rowsOfParts(queries, list);
}
const expectedIds = (sort: WorksSort = 'date') =>
  backend
    .sql<{ id: string }>(
      `select id from public.works where user_id = $1 order by ${sort === 'date' ? 'work_date' : 'created_at'} desc, id desc`,
      [owner.id],
    )
    .then((rows) => rows.map(({ id }) => id));

test.each(['date', 'created'] as const)(
  'by %s: the first part has thirty rows, later ones more; together they have all rows in order',
  async (sort) => {
    const list = await readParts(sort);
    const sizes = list.map((part) => queries.getQueryData(worksPartQuery(part).queryKey)?.length);
    expect(sizes).toEqual([30, 200, 500, 500, 70]);
    expect((await readRows(list)).map(({ id }) => id)).toEqual(await expectedIds(sort));
  },
);

test('rows added, moved and deleted after the parts were fixed appear once, in their place', async () => {
  const list = await readParts();
  const ids = await expectedIds();
  const [first = '', , , far = ''] = [ids[10], null, null, ids[900]];
  await backend.sql(
    `insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
     select $1, 'Manor', 'New ' || n, 'bale', 1, 1, '2026-09-25'::date + n % 12, 'Ann' from generate_series(1, 300) n`,
    [owner.id],
  );
  await backend.sql(`update public.works set work_date = '2026-10-01' where user_id = $1 and id = $2`, [
    owner.id,
    first,
  ]);
  await backend.sql(`update public.works set work_date = '2026-10-09' where user_id = $1 and id = $2`, [owner.id, far]);
  // This deletes the row at which one part ends.
  await backend.sql('delete from public.works where user_id = $1 and id = any ($2)', [owner.id, ids.slice(220, 240)]);
  const rows = await readRows(list);
  expect(rows.map(({ id }) => id)).toEqual(await expectedIds());
  expect(rows).toHaveLength(ROWS + 280);
});

test('a part that has grown beyond one response’s row limit is complete', async () => {
  const list = await readParts();
  await backend.sql(
    `insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
     select $1, 'Manor', 'New ' || n, 'bale', 1, 1, '2026-10-10', 'Ann' from generate_series(1, 2100) n`,
    [owner.id],
  );
  const [firstPart] = list;
  expect(firstPart && (await readRows([firstPart]))).toHaveLength(2130);
});

test('an unchanged row stays the same object when its part is read again', async () => {
  const list = await readParts();
  const before = await readRows(list.slice(0, 1));
  await backend.sql(`update public.works set notes = 'Gate' where user_id = $1 and id = $2`, [owner.id, before[7]?.id]);
  const after = await readRows(list.slice(0, 1));
  expect(after.map((row, at) => row === before[at])).toEqual(before.map((_, at) => at !== 7));
  expect(after[7]?.notes).toBe('Gate');
});

test('values shared by many rows are stored once in memory', async () => {
  const [part] = await readParts();
  const rows = part ? await readRows([part]) : [];
  const items = new Set(rows.map(({ additionalItems }) => additionalItems));
  expect(rows.length).toBe(30);
  expect(items.size).toBe(1);
});
