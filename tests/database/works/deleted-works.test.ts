// Deleted entries: only the account holder can restore one, within 30 days, or erase it.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { deletedWorksHelpers, NOT_RESTORABLE, line } from './deleted-works-helpers';

const { people, logWork, remove, restore, erase, listDeleted, stored, logOf, backdateDeletion } = deletedWorksHelpers();
let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeEach(() => {
  ({ backend, owner, driver } = people());
});

test('a deleted entry is listed with who deleted it, and is restored unchanged', async () => {
  const id = await logWork(driver, {
    rate: 45,
    chargeable_unit: 'hour',
    quantity: null,
    ...{ start_time: '13:10', finish_time: '21:00', breaks: 30 },
    notes: 'Gate 3',
    recorded_at: '2026-11-02T21:05:00Z',
  });
  await owner.from('works').update({ total_value: 300 }).eq('id', id);
  const before = await stored('works', 'id', id);
  await remove(owner, id);
  expect(await listDeleted()).toEqual([
    {
      ...{ id, customer: 'Hill Farm', work_date: '2026-11-02' },
      deleted_at: expect.any(String) as string,
      deleted_by: 'Ann Holder',
      logged_by: expect.stringContaining('Dan') as string,
      lines: [{ task_name: 'Foraging', quantity: 7.3333, chargeable_unit: 'hour' }],
    },
  ]);
  expect(await restore(id)).toBe(1);
  expect(await stored('works', 'id', id)).toEqual(before);
  expect(before[0]).toMatchObject({ total_value: 300, value_overridden: true, employee_id: driver.id });
  expect(await listDeleted()).toEqual([]);
  expect((await logOf(id)).map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['update', 'Ann Holder'],
    ['delete', 'Ann Holder'],
    ['restore', 'Ann Holder'],
  ]);
});

test('a restored entry keeps its hours and value after the account’s billing increment was changed', async () => {
  const id = await logWork(owner, {
    chargeable_unit: 'hour',
    quantity: null,
    start_time: '08:00',
    finish_time: '08:50',
  });
  const before = await stored('works', 'id', id);
  await remove(owner, id);
  await owner.from('farm_settings').update({ billing_increment_min: 30 }).eq('user_id', owner.id);
  expect(await restore(id)).toBe(1);
  expect(await stored('works', 'id', id)).toEqual(before);
});

test('an offline phone that sends a restored entry again gets a duplicate error, not that it was deleted', async () => {
  const id = await logWork(driver);
  await remove(driver, id);
  const again = () => driver.from('works').insert({ id, ...line() });
  expect((await again()).error).toMatchObject({ code: '23514', details: 'deleted' });
  await restore(id);
  expect((await again()).error?.code).toBe('23505');
  await remove(driver, id);
  expect((await again()).error).toMatchObject({ code: '23514', details: 'deleted' });
});

test('restoring an entry sets a later time of its last change', async () => {
  const id = await logWork(driver);
  const changedAt = async () =>
    (await owner.from('works').select('updated_at').eq('id', id).single()).data?.updated_at ?? '';
  const before = await changedAt();
  await remove(driver, id);
  await restore(id);
  expect((await changedAt()) > before).toBe(true);
});

describe('rights', () => {
  test('an employee, another account and a lapsed account holder can neither restore nor erase an entry', async () => {
    const stranger = await backend.user();
    const id = await logWork(driver);
    await remove(driver, id);
    for (const call of [listedBy, restore, erase])
      expect(await call(id, driver)).toMatch(/Only the main account holder/);
    expect(await listDeleted(stranger)).toEqual([]);
    expect(await restore(id, stranger)).toBe(NOT_RESTORABLE);
    expect(await erase(id, stranger)).toMatch(/erased already/);
    await backend.sql(`update public.profiles set trial_ends_at = now() - interval '1 day' where id = $1`, [owner.id]);
    expect(await restore(id)).toMatch(/can read but not write/);
    expect(await erase(id)).toMatch(/can read but not write/);
    expect(await listDeleted()).toHaveLength(1);
    expect(await stored('works', 'id', id)).toEqual([]);
  });
  const listedBy = async (_: string, person: Person) => (await person.rpc('deleted_works')).error?.message;

  test('of two concurrent requests one restores the entry; deleted again, it can be restored again', async () => {
    const id = await logWork(owner);
    await remove(owner, id);
    const both = await Promise.all([restore(id), restore(id)]);
    expect(both.toSorted()).toEqual([1, 'This entry is on the list again already.']);
    expect(await erase(id)).toBe('This entry is on the list again. Delete it first.');
    await remove(owner, id);
    expect(await listDeleted()).toHaveLength(1);
    expect(await restore(id)).toBe(1);
  });

  test('an entry that was not deleted, or never existed, is neither listed nor restored', async () => {
    const id = await logWork(owner);
    expect(await listDeleted()).toEqual([]);
    expect(await restore(id)).toMatch(/on the list again already/);
    expect(await restore(crypto.randomUUID())).toBe(NOT_RESTORABLE);
  });
});

test('after 30 days an entry can’t be restored', async () => {
  const id = await logWork(owner);
  const other = await logWork(owner);
  await remove(owner, id);
  await remove(owner, other);
  await backdateDeletion(id, 30);
  await backdateDeletion(other, 29);
  expect((await listDeleted()).map((entry) => entry.id)).toEqual([other]);
  expect(await restore(id)).toBe(NOT_RESTORABLE);
  expect(await erase(id)).toMatch(/more than 30 days ago/);
  expect(await restore(other)).toBe(1);
});

test('photos are restored with their entry', async () => {
  const id = await logWork(owner);
  const photo = crypto.randomUUID();
  const storage_path = `${owner.id}/works/${id}/${photo}.jpg`;
  await owner.from('attachments').insert({
    id: photo,
    user_id: owner.id,
    parent_id: id,
    storage_path,
    mime: 'image/jpeg',
    bytes: 1,
    caption: 'Gate',
  });
  const before = await stored('attachments', 'parent_id', id);
  expect(before).toHaveLength(1);
  await remove(owner, id);
  expect(await stored('attachments', 'parent_id', id)).toEqual([]);
  expect(await restore(id)).toBe(1);
  expect(await stored('attachments', 'parent_id', id)).toEqual(before);
});

describe('an entry whose customer', () => {
  const customerOf = async (id: string) =>
    (await backend.sql<{ customer_id: string }>('select customer_id from public.works where id = $1', [id]))[0]
      ?.customer_id ?? '';

  test('was renamed or merged since is restored with the current name', async () => {
    const id = await logWork(owner, { customer: 'Smith' });
    const smith = await customerOf(id);
    await remove(owner, id);
    await owner.from('customers').update({ name: 'J Smith' }).eq('id', smith);
    expect(await restore(id)).toBe(1);
    expect(await stored('works', 'id', id)).toMatchObject([{ customer: 'J Smith', customer_id: smith }]);
    await remove(owner, id);
    const son = await customerOf(await logWork(owner, { customer: 'Smith & Son' }));
    const { error } = await owner.rpc('merge_customers', {
      p_request_id: crypto.randomUUID(),
      p_from: smith,
      p_into: son,
    });
    expect(error).toBeNull();
    expect(await restore(id)).toBe(1);
    expect(await stored('works', 'id', id)).toMatchObject([{ customer: 'Smith & Son', customer_id: son }]);
  });

  test('was deleted since is erased with the customer', async () => {
    const id = await logWork(owner, { customer: 'Brown' });
    const brown = await customerOf(id);
    const other = await logWork(owner);
    await remove(owner, id);
    await remove(owner, other);
    expect((await owner.from('customers').delete().eq('id', brown)).error).toBeNull();
    expect((await listDeleted()).map((entry) => entry.id)).toEqual([other]);
    expect(await restore(id)).toBe(NOT_RESTORABLE);
    expect((await logOf(id)).map(({ changed }) => changed)).toEqual([{}, {}]);
  });

  test('was merged and then deleted can’t be restored, and a message names the customer', async () => {
    const id = await logWork(owner, { customer: 'Green' });
    const green = await customerOf(id);
    await remove(owner, id);
    const black = await customerOf(await logWork(owner, { customer: 'Black' }));
    await owner.rpc('merge_customers', { p_request_id: crypto.randomUUID(), p_from: green, p_into: black });
    expect((await owner.from('customers').delete().eq('id', green)).error).toBeNull();
    expect(await restore(id)).toBe("Green was deleted, so this entry can't be brought back.");
  });
});

describe('restoring an entry', () => {
  test('marks the planned job it was logged from as done, unless that was logged again since', async () => {
    const event = async () => {
      const { data } = await owner
        .from('diary_events')
        .insert({
          id: crypto.randomUUID(),
          user_id: owner.id,
          kind: 'job',
          title: 'Hedges',
          start_date: '2026-11-02',
          end_date: '2026-11-02',
        })
        .select('id, work_id')
        .single();
      return { id: data?.id ?? '', work: data?.work_id ?? '' };
    };
    const currentState = async (id: string) =>
      (await owner.from('diary_events').select('status, work_id, converted_work_id').eq('id', id).single()).data;
    const [first, second] = [await event(), await event()];
    for (const { work } of [first, second]) {
      expect((await owner.from('works').insert({ id: work, ...line() })).error).toBeNull();
      await remove(owner, work);
    }
    const reopened = await currentState(second.id);
    expect(reopened).toMatchObject({ status: 'planned', converted_work_id: null });
    await owner.from('works').insert({ id: reopened?.work_id ?? '', ...line() });
    expect([await restore(first.work), await restore(second.work)]).toEqual([1, 1]);
    expect(await currentState(first.id)).toEqual({
      status: 'done',
      work_id: first.work,
      converted_work_id: first.work,
    });
    expect(await currentState(second.id)).toMatchObject({ converted_work_id: reopened?.work_id });
  });

  test('links the shift it was logged from again', async () => {
    const shift = crypto.randomUUID();
    const { error } = await driver.from('time_entries').insert({
      ...{ id: shift, user_id: owner.id },
      ...{ clock_in_at: '2026-11-02T08:00:00Z', clock_out_at: '2026-11-02T16:00:00Z' },
    });
    expect(error).toBeNull();
    const currentState = async () => (await stored('time_entries', 'id', shift))[0] ?? {};
    const key = (await currentState())['log_key'] as string;
    await driver.from('works').insert({ id: key, ...line() });
    const before = await currentState();
    expect(before['work_id']).toBe(key);
    await remove(driver, key);
    expect((await currentState())['log_key']).not.toBe(key);
    expect(await restore(key)).toBe(1);
    expect(await currentState()).toEqual(before);
  });
});

test('a field activity is linked to its restored entry again', async () => {
  const id = await logWork(owner);
  const activity = crypto.randomUUID();
  await backend.sql(
    `insert into public.field_activities (id, user_id, field_name, season, activity_type, started_at, work_id, created_by)
     values ($1, $2, 'Long Meadow', 2027, 'other', '2026-11-02T08:00:00Z', $3, $2)`,
    [activity, owner.id, id],
  );
  const before = await stored('field_activities', 'id', activity);
  await remove(owner, id);
  expect(await stored('field_activities', 'id', activity)).toMatchObject([{ work_id: null }]);
  expect(await restore(id)).toBe(1);
  expect(await stored('field_activities', 'id', activity)).toEqual(before);
});

test('the pages of the list contain every deleted entry, newest first', async () => {
  const ids = Array.from({ length: 60 }, () => crypto.randomUUID());
  await owner.from('works').insert(ids.map((id) => ({ id, ...line() })));
  // In one statement, so that they have the same time of deletion.
  await owner.from('works').delete().in('id', ids.slice(0, 30));
  for (const id of ids.slice(30)) await remove(owner, id);
  const first = await listDeleted();
  const last = first.at(-1);
  const { data: second } = await owner.rpc('deleted_works', {
    p_before: last?.deleted_at ?? null,
    p_before_id: last?.id ?? null,
  });
  expect([first.length, second?.length]).toEqual([50, 10]);
  const entries = [...first, ...(second ?? [])];
  expect(new Set(entries.map(({ id }) => id))).toEqual(new Set(ids));
  expect(entries.map(({ deleted_at: at }) => at)).toEqual(
    entries
      .map(({ deleted_at: at }) => at)
      .toSorted()
      .toReversed(),
  );
});
