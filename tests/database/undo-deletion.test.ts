// Undo: a person who has just deleted a row restores it as it was, with everything that was deleted with it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

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

type Table = 'works' | 'diary_events' | 'notices' | 'notes';

async function add(person: Person, table: Table, columns: object) {
  const id = crypto.randomUUID();
  const { error } = await person.from(table).insert({ id, user_id: owner.id, ...columns } as never);
  expect(error).toBeNull();
  return id;
}
const remove = async (person: Person, table: Table, id: string) => {
  const { data, error } = await person.from(table).delete().eq('id', id).select('id');
  expect([error, data]).toEqual([null, [{ id }]]);
};
const undo = async (person: Person, table: string, id: string) => {
  const { data, error } = await person.rpc('undo_deletion', { p_table: table, p_id: id });
  return error ? error.message : data;
};
/** A row apart from when it was last changed. */
const stored = async (table: string, id: string, column = 'id') =>
  (
    await backend.sql<{ row: object }>(
      `select to_jsonb(t) - 'updated_at' as row from public.${table} t where user_id = $1 and ${column} = $2 order by id`,
      [owner.id, id],
    )
  ).map(({ row }) => row);

test('a deleted planned job is restored with its key, its author and the person who can’t do it', async () => {
  const id = await add(owner, 'diary_events', {
    kind: 'job',
    title: 'Draw wheat',
    start_date: '2026-11-20',
    end_date: '2026-11-21',
    assigned_to: [driver.id],
  });
  await driver.from('diary_events').update({ declined_reason: 'machine', declined_note: 'Gearbox' }).eq('id', id);
  const before = await stored('diary_events', id);
  await remove(owner, 'diary_events', id);
  expect(await undo(owner, 'diary_events', id)).toBe(1);
  expect(await stored('diary_events', id)).toEqual(before);
  expect(await undo(owner, 'diary_events', id)).toBe(0);
});

test('a deleted notice is restored with its confirmations', async () => {
  const id = await add(owner, 'notices', { title: 'Slurry', body: 'Stay away', requires_ack: true });
  const { error } = await driver
    .from('notice_reads')
    .insert({ id: crypto.randomUUID(), user_id: owner.id, notice_id: id, edition: 1, acknowledged: true });
  expect(error).toBeNull();
  const before = [await stored('notices', id), await stored('notice_reads', id, 'notice_id')];
  await remove(owner, 'notices', id);
  expect(await undo(owner, 'notices', id)).toBe(2);
  expect([await stored('notices', id), await stored('notice_reads', id, 'notice_id')]).toEqual(before);
});

test('a deleted note is restored with the time it was done, its photo and its follow-up', async () => {
  const id = await add(driver, 'notes', { title: 'Fence', body: 'Down', note_date: '2026-11-20', needs_action: true });
  await owner.from('notes').update({ action_done: true }).eq('id', id);
  const followUp = await add(owner, 'notes', { title: 'Fence', body: 'Up', note_date: '2026-11-21', follows: id });
  const photo = crypto.randomUUID();
  await backend.sql(
    `insert into public.attachments (id, user_id, parent_table, parent_id, storage_path, mime, bytes, created_by_name)
     values ($1, $2, 'notes', $3, $4, 'image/jpeg', 100, 'Dan Driver')`,
    [photo, owner.id, id, `${owner.id}/notes/${id}/${photo}.jpg`],
  );
  const all = async () => [
    await stored('notes', id),
    await stored('attachments', id, 'parent_id'),
    await stored('notes', followUp),
  ];
  const before = await all();
  expect(before.map(({ length }) => length)).toEqual([1, 1, 1]);
  await remove(owner, 'notes', id);
  expect(await undo(owner, 'notes', id)).toBe(2);
  expect(await all()).toEqual(before);
});

test('an employee undoes the deletion of their own entry, and nobody undoes that of somebody else', async () => {
  const id = await add(driver, 'works', {
    customer: 'Hill Farm',
    task_name: 'Topping',
    chargeable_unit: 'acre',
    quantity: 3,
    work_date: '2026-11-02',
  });
  const before = await stored('works', id);
  await remove(driver, 'works', id);
  expect(await undo(owner, 'works', id)).toBe("This can't be undone any more.");
  expect(await undo(driver, 'works', id)).toBe(1);
  expect(await stored('works', id)).toEqual(before);
});

test('refuses after an hour, for another account and for another table', async () => {
  const id = await add(owner, 'notices', { title: 'Old' });
  await remove(owner, 'notices', id);
  const stranger = await backend.user({ firstName: 'Eve', lastName: 'Stranger' });
  expect(await undo(stranger, 'notices', id)).toBe("This can't be undone any more.");
  expect(await undo(owner, 'customers', id)).toBe("This can't be undone.");
  await backend.sql(`update public.audit_log set at = at - interval '61 minutes' where row_id = $1`, [id]);
  expect(await undo(owner, 'notices', id)).toBe("This can't be undone any more.");
  expect(await stored('notices', id)).toEqual([]);
});
