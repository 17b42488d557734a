// change_repeat_days and undo_repeat_days: new days for the coming events of a repeating job.
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
  await plan(TUESDAYS);
});

const TUESDAYS = ['2027-03-16', '2027-03-23', '2027-03-30', '2027-04-06'];
/** The clocks go forward on Sunday 28 March at 01:00. */
const SUNDAYS = ['2027-03-28', '2027-04-04'];
const OLD = '7b1f9a52-0c1e-4d0a-9a51-6a5f3c1e0001';
const NEW = '7b1f9a52-0c1e-4d0a-9a51-6a5f3c1e0002';

async function plan(dates: string[], more: object = {}) {
  const rows = dates.map((date) => ({
    ...{ user_id: owner.id, kind: 'job', title: 'Milk relief', start_date: date, end_date: date, all_day: false },
    ...{ start_time: '01:30', end_time: '04:00', assigned_to: [driver.id], notes: 'Gate 4' },
    ...{ repeat_id: OLD, repeat_date: date, repeat_every: 'week', ...more },
  }));
  expect((await owner.from('diary_events').insert(rows)).error).toBeNull();
}
const stored = async () => (await owner.from('diary_events').select('*').order('start_date')).data ?? [];
const days = async (id: string) =>
  (await stored()).flatMap(({ repeat_id, start_date }) => (repeat_id === id ? [start_date] : []));
/** The rows without the time of their last change. */
const contents = async () => (await stored()).map((row) => ({ ...row, updated_at: null }));
const set = async (date: string, change: object) =>
  expect((await owner.from('diary_events').update(change).eq('start_date', date)).error).toBeNull();
const plannedFrom = async (from: string) =>
  (await stored()).flatMap(({ id, status, start_date }) => (status === 'planned' && start_date >= from ? [id] : []));

async function change(dates: unknown, more: object = {}, person = owner) {
  const args = { p_repeat_id: OLD, p_new_id: NEW, p_every: 'week', p_from: '2027-03-23', p_dates: dates };
  const given = { ...args, p_seen: await plannedFrom('2027-03-23'), ...more };
  const { data, error } = await person.rpc('change_repeat_days', given as never).single();
  return { data, error };
}
const undo = (at: string | undefined, person = owner, ids = { p_repeat_id: OLD, p_new_id: NEW }) =>
  person.rpc('undo_repeat_days', { ...ids, p_at: at ?? '' });

describe('changing the days', () => {
  test('moves the coming events, at the same clock time even in the hour that a clock change skips; earlier events keep their rule', async () => {
    const { data, error } = await change(SUNDAYS);
    expect(error).toBeNull();
    expect(data).toMatchObject({ added: 2, removed: 3 });
    expect([await days(OLD), await days(NEW)]).toEqual([['2027-03-16'], SUNDAYS]);
    const moved = (await stored()).filter(({ repeat_id }) => repeat_id === NEW);
    for (const row of moved)
      expect(row).toMatchObject({
        ...{ title: 'Milk relief', start_time: '01:30:00', end_time: '04:00:00', assigned_names: ['Dan Driver'] },
        ...{ notes: 'Gate 4', repeat_date: row.start_date, repeat_every: 'week', status: 'planned' },
      });
    expect(new Set((await stored()).map(({ work_id }) => work_id)).size).toBe(3);
  });

  test('keeps rows that are on the new days, with their changes and the days that they were moved to', async () => {
    await set('2027-03-30', { notes: 'Bring the quad' });
    await set('2027-04-06', { start_date: '2027-04-08', end_date: '2027-04-09' });
    const before = await stored();
    const dates = ['2027-03-25', '2027-03-30', '2027-04-08'];
    expect((await change(dates, { p_every: 'fortnight' })).data).toMatchObject({ added: 1, removed: 1 });
    expect(await days(NEW)).toEqual(dates);
    const after = await stored();
    for (const date of ['2027-03-30', '2027-04-08'])
      expect(after.find(({ start_date }) => start_date === date)).toEqual({
        ...before.find(({ start_date }) => start_date === date),
        ...{ repeat_id: NEW, repeat_date: date, repeat_every: 'fortnight', updated_at: expect.any(String) as string },
      });
    // The new one is like the last, which takes two days.
    expect(after.find(({ start_date }) => start_date === '2027-03-25')).toMatchObject({ end_date: '2027-03-26' });
  });

  test('keeps events that are begun, logged or cancelled, and adds none on their days', async () => {
    await set('2027-03-23', { status: 'in_progress' });
    await set('2027-03-30', { status: 'cancelled', cancel_reason: 'weather' });
    const [, , , last] = await stored();
    const work = { id: last?.work_id, user_id: owner.id, customer: 'Hill Farm', task_name: 'Milking' };
    await plan(['2027-04-13']);
    const logged = { ...work, chargeable_unit: 'hour', quantity: 2, work_date: '2026-11-02' };
    expect((await driver.from('works').insert(logged as never)).error).toBeNull();
    const dates = ['2027-03-23', '2027-03-30', '2027-04-06', '2027-04-14'];
    expect((await change(dates)).data).toMatchObject({ added: 1, removed: 1 });
    expect([await days(OLD), await days(NEW)]).toEqual([TUESDAYS, ['2027-04-14']]);
  });

  test('keeps one of two rows on the same day', async () => {
    await set('2027-03-30', { start_date: '2027-04-06', end_date: '2027-04-06' });
    expect((await change(['2027-04-06'])).data).toMatchObject({ added: 0, removed: 2 });
    expect(await days(NEW)).toEqual(['2027-04-06']);
  });

  test('sends the assigned person one message about the deleted events, and one about the new ones', async () => {
    const messages = async () => (await driver.from('push_messages').select('title, detail').order('title')).data ?? [];
    await backend.sql('delete from public.push_messages where user_id = $1', [owner.id]);
    await change(SUNDAYS);
    expect((await messages()).map(({ title, detail }) => [title, detail])).toEqual([
      ['Not for you any more: Milk relief', 'Tue 23 Mar, 01:30, and those after it'],
      ['Planned for you: Milk relief', 'Sun 28 Mar, 01:30, and those after it'],
    ]);
  });
});

describe('the undo', () => {
  test('restores everything as it was; a second undo changes nothing', async () => {
    await set('2027-03-30', { start_date: '2027-04-01', end_date: '2027-04-01' });
    const before = await contents();
    const { data } = await change(['2027-04-01', ...SUNDAYS], { p_every: 'fortnight' });
    expect(data).toMatchObject({ added: 2, removed: 2 });
    expect((await undo(data?.changed_at)).data).toBe(4);
    expect(await contents()).toEqual(before);
    expect((await undo(data?.changed_at)).data).toBe(0);
    expect(await contents()).toEqual(before);
  });

  test('keeps an added row that was changed since', async () => {
    const { data } = await change(SUNDAYS);
    await set('2027-04-04', { notes: 'Gate 5' });
    expect((await undo(data?.changed_at)).data).toBe(4);
    expect([await days(OLD), await days(NEW)]).toEqual([TUESDAYS, ['2027-04-04']]);
  });

  test('is possible for the account holder only, and for an hour', async () => {
    const { data } = await change(SUNDAYS);
    const at = data?.changed_at;
    expect((await undo(at, driver)).error?.code).toBe('42501');
    expect((await undo(at, await backend.user())).data).toBe(0);
    for (const wrong of ['infinity', '-infinity', '2026-01-01T00:00:00Z'])
      expect((await undo(wrong)).error?.message).toBe("This can't be undone any more.");
    expect(await days(NEW)).toEqual(SUNDAYS);
  });
});

describe('the change is refused without effect', () => {
  test('if what is planned is not what the person saw', async () => {
    const sentence = 'It was changed or deleted meanwhile. Look at it again.';
    const seen = await plannedFrom('2027-03-23');
    await plan(['2027-04-13']);
    expect((await change(SUNDAYS, { p_seen: seen })).error?.message).toBe(sentence);
    expect((await change(SUNDAYS, { p_seen: null })).error?.message).toBe(sentence);
    expect((await change(SUNDAYS, { p_repeat_id: crypto.randomUUID() })).error?.message).toBe(sentence);
    expect(await days(OLD)).toEqual([...TUESDAYS, '2027-04-13']);
  });

  test('with values that no repetition may have', async () => {
    for (const [more, sentence] of [
      [{ p_from: '2026-11-01' }, 'Choose today or a later day.'],
      [{ p_from: null }, 'Choose today or a later day.'],
      [{ p_dates: [] }, 'Choose at least one day.'],
      [{ p_dates: [null] }, 'Choose dates from 2000 to 2199.'],
      [{ p_dates: ['2027-03-22'] }, 'Choose dates from 2000 to 2199.'],
      [{ p_dates: ['infinity'] }, 'Choose dates from 2000 to 2199.'],
      [
        { p_dates: Array<string>(367).fill('2027-04-01') },
        'It would repeat more than 366 times. Choose an earlier day.',
      ],
      [{ p_every: 'hourly' }, 'Choose how often it repeats.'],
      [{ p_every: null }, "These days can't be changed."],
      [{ p_new_id: OLD }, "These days can't be changed."],
    ] as const)
      expect((await change(SUNDAYS, more)).error?.message).toBe(sentence);
    expect(await days(OLD)).toEqual(TUESDAYS);
  });

  test('to the crew and to other accounts', async () => {
    expect((await change(SUNDAYS, {}, driver)).error?.code).toBe('42501');
    expect((await change(SUNDAYS, {}, await backend.user())).error?.code).toBe('23514');
    expect(await days(OLD)).toEqual(TUESDAYS);
  });
});

test('a call that is repeated after a lost response changes nothing more', async () => {
  await change(SUNDAYS);
  const before = await stored();
  expect((await change(SUNDAYS)).data).toEqual({ added: 0, removed: 0, changed_at: null });
  expect(await stored()).toEqual(before);
});
