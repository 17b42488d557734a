// Records that a law asks a farm to keep are struck out instead of being deleted. Each kind is one row of the table below.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

type Row = Record<string, unknown>;
type Table = 'manure_movements';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
});
afterAll(() => backend.close());

/** `row`: a new record; `change`: a correction of it; `crew`: employees enter it, and withdraw their own. */
const KINDS: [Table, { row: () => Row | Promise<Row>; change: Row; crew: boolean }][] = [
  [
    'manure_movements',
    {
      row: () => ({
        ...{ moved_on: '2026-11-02', direction: 'export', regime: 'ie', manure: 'cattle_slurry', unit: 'm3' },
        ...{ manure_name: 'Cattle slurry', quantity: 80, p_form: 'P', content_from: 'table' },
      }),
      change: { quantity: 90 },
      crew: true,
    },
  ],
];

describe.each(KINDS)('%s', (table, { row, change, crew }) => {
  // The cast is safe: the rows fit their table, or the database refuses them.
  const added = async (person: Person) => {
    const id = crypto.randomUUID();
    const { error } = await person.from(table).insert({ id, user_id: owner.id, ...(await row()) } as never);
    expect(error).toBeNull();
    return id;
  };
  const update = async (person: Person, id: string, to: object) =>
    (
      await person
        .from(table)
        .update(to as never)
        .eq('id', id)
        .select('id')
        .single()
    ).error?.message ?? null;
  const stored = async (id: string) => (await backend.sql<Row>(`select * from public.${table} where id = $1`, [id]))[0];

  test('is never deleted, by the account holder either', async () => {
    const id = await added(owner);
    for (const person of [owner, driver])
      expect((await person.from(table).delete().eq('id', id)).error).toMatchObject({ code: '42501' });
    expect(await stored(id)).toMatchObject({ id, struck: false, struck_at: null, struck_by_name: null });
  });

  test('that was entered by mistake is struck out, with who and when, and brought back', async () => {
    const person = crew ? driver : owner;
    const name = crew ? 'Dan Driver' : 'Ann Holder';
    const id = await added(person);
    const before = await stored(id);
    expect(await update(person, id, { struck: true, struck_at: '2020-01-01' })).toMatch(/permission denied/);
    expect(await update(person, id, { struck: true })).toBeNull();
    const struck = await stored(id);
    expect(struck).toMatchObject({ struck: true, struck_by_name: name });
    expect(Math.abs(Date.parse(String(struck?.['struck_at'])) - Date.now())).toBeLessThan(600_000);
    for (const one of [person, owner])
      expect(await update(one, id, change)).toBe(
        'This was struck out as entered by mistake. Bring it back before you change it.',
      );
    expect(await update(owner, id, { struck: false })).toBeNull();
    expect({ ...(await stored(id)), updated_at: null }).toEqual({ ...before, updated_at: null });
    expect(await update(owner, id, change)).toBeNull();
    const log = await backend.sql<Row>(
      `select actor_name, changed #> '{struck,new}' as struck from public.audit_log
       where table_name = $1 and row_id = $2 and changed ? 'struck' order by id`,
      [table, id],
    );
    expect(log).toEqual([
      { actor_name: name, struck: true },
      { actor_name: 'Ann Holder', struck: false },
    ]);
  });

  test('goes with its account', async () => {
    const other = await backend.user();
    await backend.sql(
      `insert into public.${table} select (jsonb_populate_record(t, $1)).* from public.${table} t where user_id = $2 limit 1`,
      [{ user_id: other.id, id: crypto.randomUUID() }, owner.id],
    );
    await backend.sql('delete from auth.users where id = $1', [other.id]);
    expect(await backend.sql(`select id from public.${table} where user_id = $1`, [other.id])).toEqual([]);
  });
});
