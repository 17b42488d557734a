// Planned events of the diary: who sees them, what an employee may change, and that a job is logged as work only once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let other: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
  other = await backend.employeeOf(owner, { firstName: 'Kay' });
});

const job = (more: object = {}) => ({
  id: crypto.randomUUID(),
  user_id: owner.id,
  kind: 'job',
  task_name: 'Baling',
  customer: 'Hill Farm',
  start_date: '2026-11-02',
  end_date: '2026-11-02',
  ...more,
});
async function plan(more: object = {}): Promise<string> {
  const row = job(more);
  const { error } = await owner.from('diary_events').insert(row);
  if (error) throw error;
  return row.id;
}
const readEvent = async (id: string) =>
  (await owner.from('diary_events').select('*').eq('user_id', owner.id).eq('id', id).single()).data;
const titles = async (person: Person) =>
  ((await person.from('diary_events').select('title').order('title')).data ?? []).map(({ title }) => title);
const setStatus = (person: Person, id: string, to: string) =>
  person.from('diary_events').update({ status: to }).eq('id', id).select('id');

/** Logs work with the same request as the outbox. */
const logWork = (person: Person, id: string, more: object = {}) =>
  person
    .from('works')
    .upsert(
      {
        id,
        user_id: owner.id,
        customer: 'Hill Farm',
        task_name: 'Baling',
        chargeable_unit: 'bale',
        quantity: 86,
        work_date: '2026-11-02',
        ...more,
      },
      { onConflict: 'user_id,id', ignoreDuplicates: true },
    )
    .select('id');
const workIdOf = async (id: string) => (await readEvent(id))?.work_id ?? '';

describe('a planned event', () => {
  test('can be read by the holder, by its assignees, and by everyone if it has no assignees', async () => {
    await plan({ title: 'Dan’s', assigned_to: [driver.id] });
    await plan({ title: 'Both', assigned_to: [driver.id, other.id] });
    await plan({ title: 'Anybody’s' });
    await plan({ title: 'Kay away', kind: 'absence', absence_type: 'sick', assigned_to: [other.id] });
    expect(await titles(owner)).toEqual(['Anybody’s', 'Both', 'Dan’s', 'Kay away']);
    expect(await titles(driver)).toEqual(['Anybody’s', 'Both', 'Dan’s']);
    expect(await titles(other)).toEqual(['Anybody’s', 'Both', 'Kay away']);
    expect(await titles(await backend.user())).toEqual([]);
  });

  test('has the names of its assignees and author set by the database', async () => {
    const id = await plan({ assigned_to: [driver.id, driver.id, owner.id] });
    const row = await readEvent(id);
    expect(row?.assigned_to).toHaveLength(2);
    expect(row?.assigned_names.toSorted()).toEqual(['Ann Holder', 'Dan Driver']);
    expect(row).toMatchObject({ created_by: owner.id, created_by_name: 'Ann Holder', status: 'planned' });
    for (const column of [
      { assigned_names: ['X'] },
      { work_id: crypto.randomUUID() },
      { converted_work_id: crypto.randomUUID() },
      { created_by_name: 'X' },
    ]) {
      expect((await owner.from('diary_events').insert(job(column))).error?.code).toBe('42501');
      expect((await owner.from('diary_events').update(column).eq('id', id)).error?.code).toBe('42501');
    }
  });

  test('can be assigned to people of the farm only; people who have left stay on existing ones', async () => {
    const stranger = await backend.user();
    const { error } = await owner.from('diary_events').insert(job({ assigned_to: [stranger.id] }));
    expect(error).toMatchObject({ code: '23514', message: 'Choose people of this farm only.' });
    const id = await plan({ assigned_to: [other.id] });
    await owner.rpc('remove_employee', { p_employee: other.id });
    expect((await owner.from('diary_events').update({ notes: 'Gate 1234' }).eq('id', id)).error).toBeNull();
    expect(await readEvent(id)).toMatchObject({ assigned_names: [expect.stringMatching(/^Kay/)], notes: 'Gate 1234' });
    expect((await owner.from('diary_events').insert(job({ assigned_to: [other.id] }))).error?.code).toBe('23514');
  });

  test.each([
    [{ task_name: ' ', title: '' }, 'Add a title or choose a task.'],
    [{ title: 'x'.repeat(121) }, 'The title is too long (120 characters at most).'],
    [{ end_date: '2026-11-01' }, 'End date is before the start date.'],
    [{ end_date: '2027-11-03' }, 'That is too long (366 days at most).'],
    [{ start_date: '1999-12-31' }, 'Choose a date from the year 2000 on.'],
    [{ all_day: false }, 'Enter the start time, or choose all day.'],
    [{ all_day: false, start_time: '08:00', end_time: '08:00' }, 'Start and finish are the same.'],
    [{ notes: 'x'.repeat(2001) }, 'The note is too long (2,000 characters at most).'],
    [{ kind: 'absence', absence_type: 'sick' }, 'Choose who is away.'],
  ])('is refused with a message if invalid: %#', async (wrong, message) => {
    expect((await owner.from('diary_events').insert(job(wrong))).error).toMatchObject({ code: '23514', message });
  });

  test('may last 366 days, has no times if it is all day, and ends on the next day if it crosses midnight', async () => {
    const long = await plan({ end_date: '2027-11-02', start_time: '08:00', end_time: '09:00' });
    expect(await readEvent(long)).toMatchObject({ all_day: true, start_time: null, end_time: null });
    const night = await plan({ all_day: false, start_time: '22:00', end_time: '06:00' });
    expect(await readEvent(night)).toMatchObject({ start_time: '22:00:00', end_time: '06:00:00' });
  });

  test('in a lapsed account can be read but not written', async () => {
    const id = await plan();
    await backend.lapse(owner);
    expect((await owner.from('diary_events').insert(job())).error?.code).toBe('42501');
    expect((await setStatus(owner, id, 'done')).data).toEqual([]);
    expect(await titles(owner)).toEqual([null]);
  });
});

describe('an employee', () => {
  test('sets the status of their own jobs and of unassigned ones, and nothing else', async () => {
    for (const assigned_to of [[driver.id], []]) {
      const id = await plan({ assigned_to });
      expect((await setStatus(driver, id, 'in_progress')).data).toEqual([{ id }]);
      expect((await setStatus(driver, id, 'done')).data).toEqual([{ id }]);
      expect((await setStatus(driver, id, 'planned')).data).toEqual([{ id }]);
      for (const change of [{ title: 'Mine' }, { start_date: '2026-11-01' }, { assigned_to: [] }, { notes: 'x' }]) {
        if ('assigned_to' in change && assigned_to.length === 0) continue;
        const { error } = await driver.from('diary_events').update(change).eq('id', id);
        expect(error).toMatchObject({ code: '42501' });
      }
      expect((await setStatus(driver, id, 'cancelled')).error?.message).toBe(
        'Only the main account holder cancels a job.',
      );
      expect((await driver.from('diary_events').delete().eq('id', id).select('id')).data).toEqual([]);
    }
  });

  test('can’t change other people’s jobs, absences or cancelled ones, and can’t plan any', async () => {
    expect((await setStatus(driver, await plan({ assigned_to: [other.id] }), 'done')).data).toEqual([]);
    const absence = await plan({ kind: 'absence', absence_type: 'holiday', assigned_to: [driver.id] });
    expect((await setStatus(driver, absence, 'cancelled')).error?.code).toBe('23514');
    const cancelled = await plan({ status: 'cancelled' });
    expect((await setStatus(driver, cancelled, 'planned')).error?.code).toBe('23514');
    expect((await driver.from('diary_events').insert(job())).error?.code).toBe('42501');
  });
});

describe('a job that a person of the crew can’t do', () => {
  const decline = (person: Person, id: string, reason: string | null, note: string | null = null) =>
    person.from('diary_events').update({ declined_reason: reason, declined_note: note }).eq('id', id).select('id');
  const NOT_DECLINED = { declined_reason: null, declined_note: null, declined_by: null, declined_by_name: null };

  test('keeps the reason and the person’s name, and is planned again if it was begun', async () => {
    const id = await plan({ assigned_to: [driver.id] });
    await setStatus(driver, id, 'in_progress');
    expect((await decline(driver, id, 'machine', '  Gearbox runs hot ')).error).toBeNull();
    expect(await readEvent(id)).toMatchObject({
      status: 'planned',
      declined_reason: 'machine',
      declined_note: 'Gearbox runs hot',
      declined_by: driver.id,
      declined_by_name: 'Dan Driver',
    });
    expect((await decline(driver, id, null)).error).toBeNull();
    expect(await readEvent(id)).toMatchObject({ status: 'planned', ...NOT_DECLINED });
  });

  test.each([
    ['another person', { assigned_to: [] }],
    ['another day', { start_date: '2026-11-03', end_date: '2026-11-03' }],
    ['another status', { status: 'in_progress' }],
  ])('is no longer declined once it has %s', async (_, change) => {
    const id = await plan({ assigned_to: [driver.id] });
    await decline(driver, id, 'time');
    expect((await owner.from('diary_events').update({ notes: 'Gate 1234' }).eq('id', id)).error).toBeNull();
    expect(await readEvent(id)).toMatchObject({ declined_reason: 'time' });
    expect((await owner.from('diary_events').update(change).eq('id', id)).error).toBeNull();
    expect(await readEvent(id)).toMatchObject(NOT_DECLINED);
  });

  test('is no longer declined once somebody logs it', async () => {
    const id = await plan();
    await decline(driver, id, 'other', 'Hurt my back');
    expect((await logWork(other, await workIdOf(id))).error).toBeNull();
    expect(await readEvent(id)).toMatchObject({ status: 'done', ...NOT_DECLINED });
  });

  test('can be declined only by people who may do it; only the same person or the holder takes that back', async () => {
    const mine = await plan({ assigned_to: [driver.id] });
    expect((await decline(other, mine, 'time')).data).toEqual([]);
    const id = await plan();
    await decline(driver, id, 'time');
    expect((await decline(other, id, null)).error).toMatchObject({ code: '23514', message: 'Somebody else said so.' });
    expect((await decline(owner, id, null)).error).toBeNull();
    expect(await readEvent(id)).toMatchObject(NOT_DECLINED);
  });

  test('can’t be declined if it is done, cancelled or an absence, or with an unknown reason', async () => {
    for (const status of ['done', 'cancelled']) {
      const id = await plan({ status });
      const { error } = await decline(owner, id, 'time');
      expect(error).toMatchObject({ code: '23514', message: 'This job is done or cancelled meanwhile.' });
    }
    const away = await plan({ kind: 'absence', absence_type: 'sick', assigned_to: [driver.id] });
    expect((await decline(owner, away, 'time')).error?.code).toBe('23514');
    expect((await decline(driver, away, 'time')).error?.code).toBe('23514');
    const id = await plan();
    expect((await decline(driver, id, 'bored')).error?.code).toBe('23514');
    expect((await decline(driver, id, 'time', 'x'.repeat(301))).error?.message).toBe(
      'The reason is too long (300 characters at most).',
    );
    const forged = await driver.from('diary_events').update({ declined_by_name: 'Kay' }).eq('id', id);
    expect(forged.error?.code).toBe('42501');
  });

  test('stays declined, with the name, after the person has left', async () => {
    const id = await plan({ assigned_to: [driver.id] });
    await decline(driver, id, 'away');
    await backend.sql('delete from auth.users where id = $1', [driver.id]);
    expect(await readEvent(id)).toMatchObject({
      ...{ declined_reason: 'away', declined_by: null, declined_by_name: 'Dan Driver' },
    });
  });
});

describe('logging a planned job as work', () => {
  test('closes the job, and not even the holder can reopen it', async () => {
    const id = await plan({ assigned_to: [driver.id] });
    const workId = await workIdOf(id);
    expect((await logWork(driver, workId)).data).toEqual([{ id: workId }]);
    expect(await readEvent(id)).toMatchObject({ status: 'done', converted_work_id: workId });
    // Only deleting the entry reopens a logged job.
    expect((await setStatus(owner, id, 'planned')).error?.message).toBe(
      'This job is logged as work. Delete that entry first.',
    );
  });

  test('is possible only once: a second person is told who has logged it, a retry changes nothing', async () => {
    const id = await plan();
    const workId = await workIdOf(id);
    expect((await logWork(driver, workId)).error).toBeNull();
    expect(await logWork(driver, workId)).toMatchObject({ data: [], error: null });
    for (const person of [other, owner]) {
      expect((await logWork(person, workId, { quantity: 90 })).error).toMatchObject({
        code: '23514',
        details: 'deleted',
        message: 'This job is logged already, by Dan Driver for 2 Nov 2026.',
      });
    }
    const { data } = await owner.from('works').select('id, quantity, created_by_name');
    expect(data).toEqual([{ id: workId, quantity: 86, created_by_name: 'Dan Driver' }]);
    // The trigger ignores statements without a signed-in user; the primary key still refuses them.
    await expect(
      backend.sql(
        `insert into public.works (id, user_id, customer, task_name, chargeable_unit, work_date, created_by_name)
         values ($1, $2, 'Hill Farm', 'Baling', 'bale', '2026-11-02', 'Ann')`,
        [workId, owner.id],
      ),
    ).rejects.toThrow(/works_pkey/);
  });

  test('is possible only once, also on three phones at once', async () => {
    const workId = await workIdOf(await plan());
    await Promise.all([logWork(driver, workId), logWork(other, workId), logWork(owner, workId)]);
    expect((await owner.from('works').select('id')).data).toEqual([{ id: workId }]);
  });

  test('marks a job that was cancelled meanwhile as done', async () => {
    const id = await plan({ assigned_to: [driver.id] });
    const workId = await workIdOf(id);
    await setStatus(owner, id, 'cancelled');
    expect((await logWork(driver, workId)).error).toBeNull();
    expect(await readEvent(id)).toMatchObject({ status: 'done', converted_work_id: workId });
  });

  test('is undone when the entry is deleted: the job has a new work id, and the old entry can’t be inserted again', async () => {
    const id = await plan();
    const workId = await workIdOf(id);
    await logWork(driver, workId);
    await driver.from('works').delete().eq('user_id', owner.id).eq('id', workId);
    expect(await readEvent(id)).toMatchObject({ status: 'planned', converted_work_id: null });
    const nextId = await workIdOf(id);
    expect(nextId).not.toBe(workId);
    expect((await logWork(driver, workId)).error).toMatchObject({ code: '23514', details: 'deleted' });
    expect((await logWork(other, nextId)).data).toEqual([{ id: nextId }]);
    expect(await readEvent(id)).toMatchObject({ status: 'done', converted_work_id: nextId });
  });

  test('creates an entry that stays when the job is deleted', async () => {
    const id = await plan();
    const workId = await workIdOf(id);
    await logWork(driver, workId);
    expect((await owner.from('diary_events').delete().eq('user_id', owner.id).eq('id', id).select('id')).data).toEqual([
      { id },
    ]);
    expect((await owner.from('works').select('id')).data).toEqual([{ id: workId }]);
  });

  test('with another id, or in another account, does not change the plan', async () => {
    const id = await plan();
    const workId = await workIdOf(id);
    await logWork(driver, crypto.randomUUID());
    const stranger = await backend.user();
    expect((await logWork(stranger, workId, { user_id: stranger.id })).error).toBeNull();
    expect(await readEvent(id)).toMatchObject({ status: 'planned', converted_work_id: null });
  });
});

test('a renamed customer is renamed on jobs that are still planned, so that no duplicate is created', async () => {
  const open = await plan();
  const done = await plan();
  await logWork(driver, await workIdOf(done));
  await owner.from('customers').update({ name: 'Hill Farm Ltd' }).eq('user_id', owner.id).eq('name', 'Hill Farm');
  expect((await readEvent(open))?.customer).toBe('Hill Farm Ltd');
  expect((await readEvent(done))?.customer).toBe('Hill Farm');
});

test('deleting an account deletes its planned jobs, including logged ones', async () => {
  await logWork(driver, await workIdOf(await plan()));
  await backend.sql('delete from auth.users where id = $1', [owner.id]);
  expect(await backend.sql('select id from public.diary_events where user_id = $1', [owner.id])).toEqual([]);
});
