// Shared by the tests of deleted entries: an account holder and a driver, and calls that delete, restore and erase entries.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

export type Row = Record<string, unknown>;
export const NOT_RESTORABLE = "This entry can't be brought back: it was erased, or deleted more than 30 days ago.";

export const line = (more: object = {}) => ({
  customer: 'Hill Farm',
  task_name: 'Foraging',
  chargeable_unit: 'acre',
  rate: 62,
  quantity: 10,
  work_date: '2026-11-02',
  ...more,
});

/** Registers the hooks of a test file. The people are new for each test. */
export function deletedWorksHelpers() {
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  beforeAll(async () => {
    backend = await testBackend();
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
    driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
  });
  async function logWork(person: Person, more: object = {}) {
    const id = crypto.randomUUID();
    const { error } = await person.from('works').insert({ id, ...line(more) });
    expect(error).toBeNull();
    return id;
  }
  const remove = async (person: Person, id: string) => {
    const { data, error } = await person.from('works').delete().eq('id', id).select('id');
    expect([error, data]).toEqual([null, [{ id }]]);
  };
  const restore = async (id: string, person = owner) => {
    const { data, error } = await person.rpc('restore_deleted_work', { p_id: id });
    return error ? error.message : data;
  };
  const erase = async (id: string, person = owner) => {
    const { data, error } = await person.rpc('erase_deleted_work', { p_id: id });
    return error ? error.message : data.map(({ path }) => path);
  };
  const listDeleted = async (person = owner) => (await person.rpc('deleted_works')).data ?? [];
  /** The rows of a table with this key, apart from when they were last changed. */
  const stored = async (table: string, column: string, id: string) =>
    (
      await backend.sql<{ row: Row }>(
        `select to_jsonb(t) - 'updated_at' as row from public.${table} t where user_id = $1 and ${column} = $2 order by id`,
        [owner.id, id],
      )
    ).map(({ row }) => row);
  const logOf = (id: string) =>
    backend.sql<{ action: string; changed: Row; actor_name: string }>(
      `select action, changed, actor_name from public.audit_log where user_id = $1 and row_id = $2 order by id`,
      [owner.id, id],
    );
  /** Moves an entry's deletion this many days into the past. */
  const backdateDeletion = (id: string, days: number) =>
    backend.sql(
      `update public.audit_log set at = at - make_interval(days => $2) where at = (
         select max(at) from public.audit_log where row_id = $1 and action = 'delete')`,
      [id, days],
    );
  return {
    people: () => ({ backend, owner, driver }),
    logWork,
    remove,
    restore,
    erase,
    listDeleted,
    stored,
    logOf,
    backdateDeletion,
  };
}
