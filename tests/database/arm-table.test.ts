// `private.arm_table`, which a migration calls for a new table: the same triggers, rights and refusals as the tables that were
// armed line by line.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rest } from '@tests/support/database/rest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
  await backend.script(`
    create table public.armed (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null references public.profiles on delete cascade,
      litres numeric not null,
      created_by uuid, created_by_name text not null, created_at timestamptz not null default now(),
      recorded_at timestamptz, updated_at timestamptz not null default now(),
      primary key (user_id, id));
    select private.arm_table('public.armed');
    create policy "account" on public.armed to authenticated
      using (user_id = (select private.account_id())) with check (user_id = (select private.account_id()));
    grant select, insert, update, delete on public.armed to authenticated;
    create table public.armed_by_holder (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null references public.profiles on delete cascade,
      primary key (user_id, id));
    select private.arm_table('public.armed_by_holder', 'Only the account holder adds tanks.');
    create policy "account" on public.armed_by_holder to authenticated
      using (user_id = (select private.account_id())) with check (user_id = (select private.account_id()));
    grant select, insert on public.armed_by_holder to authenticated;
    create table public.armed_alone (
      id uuid not null default gen_random_uuid(),
      user_id uuid not null references public.profiles on delete cascade,
      primary key (user_id, id));
    grant select on public.armed_alone to anon, authenticated;
    select private.arm_table('public.armed_alone');
  `);
});
afterAll(() => backend.close());

/** Each trigger's function with when it runs, without those that belong to one table alone. */
const triggersOf = async (table: string) => {
  const rows = await backend.sql<{ runs: string }>(
    `select regexp_replace(pg_get_triggerdef(t.oid), '^.*? (BEFORE|AFTER) (.*?) ON .*?FOR EACH (\\w+).*EXECUTE FUNCTION (.*)$', '\\1 \\2 \\3 \\4') as runs
     from pg_trigger t where t.tgrelid = $1::regclass and not t.tgisinternal`,
    [table],
  );
  const isOwn = (runs: string) => /slurry_levels|strike_out|set_author|refuse_deleted_row/.test(runs);
  return rows
    .map(({ runs }) => runs)
    .filter((runs) => !isOwn(runs))
    .toSorted();
};

test('an armed table has the triggers of a table that was armed line by line', async () => {
  const byHand = await triggersOf('public.slurry_levels');
  expect(byHand.length).toBeGreaterThan(6);
  const withoutKinds = (all: string[]) => all.filter((runs) => !runs.includes('refuse_row'));
  expect(withoutKinds(await triggersOf('public.armed'))).toEqual(withoutKinds(byHand));
});

const add = (person: Person, row: object, table = 'armed') => rest(backend, person)('POST', `/rest/v1/${table}`, row);
const fuel = (id: string) => ({ id, user_id: owner.id, litres: 900 });

test('the author is the person who adds the row, and the change of another person keeps it', async () => {
  const id = crypto.randomUUID();
  const forged = { created_by: owner.id, created_by_name: 'Somebody' };
  expect((await add(driver, { ...fuel(id), ...forged })).status).toBe(201);
  const changed = await rest(backend, owner)('PATCH', `/rest/v1/armed?id=eq.${id}`, { litres: 950 });
  expect(changed.status).toBe(204);
  const [row] = await backend.sql(
    'select created_by, created_by_name, updated_at > created_at as touched from public.armed where id = $1',
    [id],
  );
  expect(row).toEqual({ created_by: driver.id, created_by_name: 'Dan Driver', touched: true });
});

test('a deleted row that a phone sends again is refused, and so is the row of another account', async () => {
  const id = crypto.randomUUID();
  expect((await add(driver, fuel(id))).status).toBe(201);
  expect((await rest(backend, owner)('DELETE', `/rest/v1/armed?id=eq.${id}`)).status).toBe(204);
  expect((await add(driver, fuel(id))).body).toMatchObject({
    details: 'deleted',
    message: expect.stringMatching(/^Deleted by Ann Holder on /) as string,
  });
  const other = await backend.user({ firstName: 'Olive', lastName: 'Other' });
  expect((await add(other, fuel(crypto.randomUUID()))).body).toMatchObject({
    message: 'This belongs to another account.',
  });
});

test('the crew is told why it may not add a row that only the account holder adds', async () => {
  const row = { id: crypto.randomUUID(), user_id: owner.id };
  expect((await add(driver, row, 'armed_by_holder')).body).toMatchObject({
    message: 'Only the account holder adds tanks.',
  });
  expect((await add(owner, row, 'armed_by_holder')).status).toBe(201);
});

test('an armed table is closed until its grants and its policies are there', async () => {
  await backend.sql('insert into public.armed_alone (user_id) values ($1)', [owner.id]);
  const read = () => rest(backend, owner)('GET', '/rest/v1/armed_alone?select=id');
  expect((await read()).status).toBe(403);
  await backend.script('grant select on public.armed_alone to authenticated');
  expect(await read()).toMatchObject({ status: 200, body: [] });
});
