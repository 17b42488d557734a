// Jobs that repeat: each day has a row, and a change or deletion applies to one row, or to that row and those after it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
});

const TUESDAYS = ['2027-03-16', '2027-03-23', '2027-03-30', '2027-04-06'];
const REPEAT_ID = '7b1f9a52-0c1e-4d0a-9a51-6a5f3c1e0001';

const plan = (person: Person, dates = TUESDAYS, more: object = {}) =>
  person
    .from('diary_events')
    .upsert(
      dates.map((date) => ({
        ...{ user_id: owner.id, kind: 'job', title: 'Milk relief', start_date: date, end_date: date, all_day: false },
        ...{ start_time: '01:30', end_time: '04:00', assigned_to: [driver.id] },
        ...{ repeat_id: REPEAT_ID, repeat_date: date, repeat_every: 'week', ...more },
      })),
      { onConflict: 'user_id,repeat_id,repeat_date', ignoreDuplicates: true },
    )
    .select('id');
const stored = async (person = owner) =>
  (await person.from('diary_events').select('*').order('repeat_date')).data ?? [];
/** All columns except the time of the last change. */
const contents = async () => (await stored()).map((row) => ({ ...row, updated_at: null }));
const days = async () => (await stored()).map(({ start_date }) => start_date);
const at = async (place: number) => {
  const row = (await stored())[place];
  if (!row) throw new Error(`there is no row ${place}`);
  return row;
};
const set = async (place: number, change: object, person = owner) =>
  expect(
    (
      await person
        .from('diary_events')
        .update(change)
        .eq('id', (await at(place)).id)
    ).error,
  ).toBeNull();

/** Changes a job and those after it. */
async function change(place: number, fields: object = {}, person = owner) {
  const row = await at(place);
  return person.rpc('change_repeated_events', {
    ...{ p_id: row.id, p_seen: row.updated_at, p_start_date: row.start_date, p_end_date: row.end_date },
    ...{ p_assigned_to: row.assigned_to, p_title: row.title, p_start_time: row.start_time, p_end_time: row.end_time },
    ...fields,
  });
}

describe('planning', () => {
  test('makes a job for each day, once, at the same clock time also in the lost hour', async () => {
    expect((await plan(owner)).data).toHaveLength(4);
    expect((await plan(owner)).data).toEqual([]);
    await plan(owner, ['2027-03-28']);
    const rows = await stored();
    expect(rows.map(({ start_date, start_time }) => [start_date, start_time])).toEqual(
      [...TUESDAYS.slice(0, 2), '2027-03-28', ...TUESDAYS.slice(2)].map((date) => [date, '01:30:00']),
    );
    expect(new Set(rows.map(({ work_id }) => work_id)).size).toBe(5);
  });

  test('shows the crew only what is planned for them, and is open to the account holder only', async () => {
    await plan(owner);
    const other = await backend.employeeOf(owner, { firstName: 'Kay' });
    expect([(await stored(driver)).length, (await stored(other)).length]).toEqual([4, 0]);
    expect((await plan(driver, ['2027-05-04'])).error?.code).toBe('42501');
    expect((await plan(await backend.user(), ['2027-05-04'])).error?.code).toBe('42501');
  });

  test('needs the day and how often, and an absence does not repeat', async () => {
    expect((await plan(owner, TUESDAYS, { repeat_every: null })).error?.code).toBe('23514');
    expect((await plan(owner, TUESDAYS, { repeat_every: 'hourly' })).error?.code).toBe('23514');
    expect((await plan(owner, TUESDAYS, { kind: 'absence', absence_type: 'sick' })).error?.code).toBe('23514');
    expect(await stored()).toEqual([]);
  });

  test('logging, cancelling or moving one of them leaves the others', async () => {
    await plan(owner);
    const logged = await at(1);
    const work = { id: logged.work_id, user_id: owner.id, customer: 'Hill Farm', task_name: 'Milking' };
    const { error } = await driver
      .from('works')
      .insert({ ...work, chargeable_unit: 'hour', quantity: 2, work_date: '2026-11-02' });
    expect(error).toBeNull();
    await set(2, { status: 'cancelled', cancel_reason: 'customer' });
    await set(3, { start_date: '2027-04-07', end_date: '2027-04-07' });
    expect((await stored()).map(({ status, start_date }) => [status, start_date])).toEqual([
      ['planned', '2027-03-16'],
      ['done', '2027-03-23'],
      ['cancelled', '2027-03-30'],
      ['planned', '2027-04-07'],
    ]);
  });
});

describe('changing a job and those after it', () => {
  beforeEach(async () => {
    await plan(owner);
  });

  test('gives them its fields and moves them by as many days; earlier and cancelled ones stay', async () => {
    await set(2, { status: 'cancelled' });
    await set(3, { start_date: '2027-04-08', end_date: '2027-04-08' });
    const fields = { p_start_date: '2027-03-24', p_end_date: '2027-03-25', p_start_time: '07:15', p_notes: 'Gate 4' };
    expect((await change(1, { ...fields, p_assigned_to: [] })).data).toBe(2);
    expect(
      (await stored()).map((row) => [row.start_date, row.end_date, row.start_time, row.notes, row.assigned_names]),
    ).toEqual([
      ['2027-03-16', '2027-03-16', '01:30:00', null, ['Dan Driver']],
      ['2027-03-24', '2027-03-25', '07:15:00', 'Gate 4', []],
      ['2027-03-30', '2027-03-30', '01:30:00', null, ['Dan Driver']],
      // This job had been moved by two days, which it keeps.
      ['2027-04-09', '2027-04-10', '07:15:00', 'Gate 4', []],
    ]);
  });

  test('makes them all-day jobs if there is no start time', async () => {
    expect((await change(0, { p_start_time: null, p_end_time: null })).data).toBe(4);
    expect((await stored()).map(({ all_day }) => all_day)).toEqual([true, true, true, true]);
  });

  test('is refused if it was changed since, so that a repeated request does not move them twice', async () => {
    const [seen] = await stored();
    expect((await change(0, { p_start_date: '2027-03-17', p_end_date: '2027-03-17' })).data).toBe(4);
    const again = await change(0, { p_start_date: '2027-03-18', p_end_date: '2027-03-18', p_seen: seen?.updated_at });
    expect(again.error?.message).toBe('It was changed or deleted meanwhile. Look at it again.');
    expect(await days()).toEqual(['2027-03-17', '2027-03-24', '2027-03-31', '2027-04-07']);
  });

  test('is refused to the crew, to other accounts, and with values that no event may have', async () => {
    expect((await change(0, {}, driver)).error?.code).toBe('42501');
    expect((await change(0, {}, await backend.user())).error?.code).toBe('23514');
    expect((await change(0, { p_end_date: '2027-03-01' })).error?.message).toBe('End date is before the start date.');
    expect((await change(0, { p_title: ' ' })).error?.message).toBe('Add a title or choose a task.');
    expect((await change(0, { p_end_date: null })).error?.message).toBe('Choose dates from 2000 to 2199.');
    expect(await days()).toEqual(TUESDAYS);
  });
});

describe('deleting a job and those after it', () => {
  const remove = async (place: number, person = owner) => {
    const { id, repeat_date } = await at(place);
    const { data } = await person
      .from('diary_events')
      .delete()
      .eq('repeat_id', REPEAT_ID)
      .gte('repeat_date', repeat_date ?? '')
      .or(`status.eq.planned,id.eq.${id}`)
      .select('id');
    return { id, deleted: data?.length };
  };

  test('leaves earlier and cancelled ones, and one undo restores all deleted ones', async () => {
    await plan(owner);
    await set(2, { status: 'cancelled' });
    const before = await contents();
    const { id, deleted } = await remove(1);
    expect(deleted).toBe(2);
    expect(await days()).toEqual(['2027-03-16', '2027-03-30']);
    const undo = () => owner.rpc('undo_deletion', { p_table: 'diary_events', p_id: id });
    expect((await undo()).data).toBe(2);
    expect(await contents()).toEqual(before);
    expect((await undo()).data).toBe(0);
  });

  test('undoing the deletion of a single one restores only that one', async () => {
    await plan(owner);
    const [first, second] = await stored();
    for (const row of [first, second])
      await owner
        .from('diary_events')
        .delete()
        .eq('id', row?.id ?? '');
    expect((await owner.rpc('undo_deletion', { p_table: 'diary_events', p_id: second?.id ?? '' })).data).toBe(1);
    expect(await days()).toEqual(TUESDAYS.slice(1));
  });

  test('is not open to the crew', async () => {
    await plan(owner);
    expect((await remove(0, driver)).deleted).toBe(0);
    expect(await days()).toEqual(TUESDAYS);
  });
});
