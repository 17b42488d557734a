// Weeks of hours: submitted, approved, queried, reopened and locked, and which changes each state prevents.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '@/lib/database.types';
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

type Change = Database['public']['Tables']['time_entries']['Update'];
const MONDAY = '2026-11-02';
const shiftOn = (date: string, more: object = {}) => ({
  id: crypto.randomUUID(),
  user_id: owner.id,
  clock_in_at: `${date}T08:00:00Z`,
  clock_out_at: `${date}T16:00:00Z`,
  ...more,
});
async function addShift(date: string, more: object = {}, person = driver): Promise<string> {
  const row = shiftOn(date, more);
  const { error } = await person.from('time_entries').insert(row);
  if (error) throw error;
  return row.id;
}
const stepWeek = (person: Person, p_step: string, p_words?: string, p_employee = driver.id, p_monday = MONDAY) =>
  person.rpc('step_week', { p_employee, p_monday, p_step, ...(p_words === undefined ? {} : { p_words }) });
const errorMessage = async (query: PromiseLike<{ error: { message: string } | null }>) => (await query).error?.message;
const change = (person: Person, id: string, fields: Change) =>
  person.from('time_entries').update(fields).eq('id', id).select('id');
const statuses = async () =>
  ((await owner.from('time_entries').select('status').order('clock_in_at')).data ?? []).map(({ status }) => status);

test('a week is submitted by its person, approved by the account holder, and can then not be changed', async () => {
  const id = await addShift(MONDAY);
  await addShift('2026-11-08');
  await addShift('2026-11-09');
  expect(await stepWeek(driver, 'submit')).toMatchObject({ data: 2, error: null });
  expect(await statuses()).toEqual(['submitted', 'submitted', 'open']);
  expect(await errorMessage(change(driver, id, { activity: 'Baling' }))).toBe(
    'This week is handed in. Take it back first.',
  );
  expect(await errorMessage(driver.from('time_entries').delete().eq('id', id))).toBe(
    'This week is handed in. Take it back first.',
  );
  expect(await stepWeek(owner, 'approve')).toMatchObject({ data: 2, error: null });
  const { data } = await driver.from('time_entries').select('*').eq('id', id).single();
  expect(data).toMatchObject({ status: 'approved', approved_by: owner.id, approved_by_name: 'Ann Holder' });
  expect(data?.approved_at).not.toBeNull();
  expect(await errorMessage(change(driver, id, { activity: 'Baling' }))).toBe(
    'This week is approved. Ask Ann to reopen it.',
  );
  expect(await errorMessage(change(owner, id, { activity: 'Baling', edit_reason: 'x' }))).toBe(
    'This week is approved. Reopen it first.',
  );
  expect(await errorMessage(owner.from('time_entries').delete().eq('id', id))).toBe(
    'This week is approved. Reopen it first.',
  );
  // Nothing can be added to it, or moved to another week.
  expect(await errorMessage(driver.from('time_entries').insert(shiftOn('2026-11-05')))).toBe(
    'This week is approved. Ask Ann to reopen it.',
  );
  const [later] = (await driver.from('time_entries').select('id').eq('work_date', '2026-11-09')).data ?? [];
  expect(
    await errorMessage(
      change(driver, later?.id ?? '', { clock_in_at: '2026-11-07T08:00:00Z', clock_out_at: '2026-11-07T16:00:00Z' }),
    ),
  ).toBe('This week is approved. Ask Ann to reopen it.');
  // Only that person's week is affected.
  await addShift('2026-11-05', {}, other);
});

test('the account holder queries a week, and reopens an approved one, with a reason', async () => {
  const id = await addShift(MONDAY);
  await stepWeek(driver, 'submit');
  expect(await errorMessage(stepWeek(owner, 'query', ' '))).toBe('Say what the question is.');
  expect(await stepWeek(owner, 'query', 'No break on Monday?')).toMatchObject({ data: 1 });
  const { data } = await driver.from('time_entries').select('status, query_note').eq('id', id).single();
  expect(data).toEqual({ status: 'open', query_note: 'No break on Monday?' });
  await change(driver, id, { manual_break_min: 30 });
  await stepWeek(driver, 'submit');
  await stepWeek(owner, 'approve');
  expect(await errorMessage(stepWeek(owner, 'reopen'))).toBe('Say why it is reopened.');
  expect(await stepWeek(owner, 'reopen', 'Wrong field')).toMatchObject({ data: 1 });
  const { data: reopened } = await driver.from('time_entries').select('*').eq('id', id).single();
  expect(reopened).toMatchObject({
    status: 'open',
    approved_by: null,
    approved_at: null,
    query_note: null,
    edit_reason: 'Wrong field',
  });
  const log = await owner.from('audit_log').select('actor_name, changed').eq('row_id', id).order('id');
  expect(log.data?.at(-1)).toMatchObject({
    actor_name: 'Ann Holder',
    changed: { status: { old: 'approved', new: 'open' }, edit_reason: { old: null, new: 'Wrong field' } },
  });
});

test('a week is taken back by its person until it is approved, and the log keeps it', async () => {
  const id = await addShift(MONDAY);
  expect(await errorMessage(stepWeek(driver, 'take_back'))).toBe(
    'This week is not handed in, or it is approved already.',
  );
  await stepWeek(driver, 'submit');
  // Not by another person, nor by the account holder, who sends it back with a question.
  for (const person of [other, owner])
    expect((await stepWeek(person, 'take_back')).error).toMatchObject({
      code: '42501',
      message: 'Each person takes back their own week.',
    });
  expect(await stepWeek(driver, 'take_back')).toMatchObject({ data: 1, error: null });
  expect((await change(driver, id, { activity: 'Baling' })).error).toBeNull();
  const log = await owner.from('audit_log').select('actor_name, changed').eq('row_id', id).order('id');
  expect(log.data?.at(-2)).toMatchObject({
    actor_name: 'Dan Driver',
    changed: { status: { old: 'submitted', new: 'open' } },
  });
  await stepWeek(driver, 'submit');
  await owner.from('farm_settings').update({ time_locked_until: '2026-11-08' }).eq('user_id', owner.id);
  expect(await errorMessage(stepWeek(driver, 'take_back'))).toBe('This week is locked. Ask for it to be sent back.');
  await owner.from('farm_settings').update({ time_locked_until: null }).eq('user_id', owner.id);
  await stepWeek(owner, 'approve');
  expect(await errorMessage(stepWeek(driver, 'take_back'))).toBe(
    'This week is not handed in, or it is approved already.',
  );
  expect(await statuses()).toEqual(['approved']);
});

describe('a correction', () => {
  test('of another person’s hours, or of submitted hours, needs a reason each time', async () => {
    const id = await addShift(MONDAY);
    expect(await errorMessage(change(owner, id, { clock_out_at: '2026-11-02T15:00:00Z' }))).toBe(
      'Say why it is changed.',
    );
    expect(await errorMessage(change(owner, id, { clock_out_at: '2026-11-02T15:00:00Z', edit_reason: ' ' }))).toBe(
      'Say why it is changed.',
    );
    expect(
      (await change(owner, id, { clock_out_at: '2026-11-02T15:00:00Z', edit_reason: 'Left at three' })).error,
    ).toBeNull();
    // The reason of the last change does not count for this one.
    expect(await errorMessage(change(owner, id, { clock_out_at: '2026-11-02T15:30:00Z' }))).toBe(
      'Say why it is changed.',
    );
    await stepWeek(driver, 'submit');
    expect((await change(owner, id, { manual_break_min: 30, edit_reason: 'Left at three' })).error).toBeNull();
    const { data } = await owner.from('time_entries').select('*').eq('id', id).single();
    expect(data).toMatchObject({
      status: 'submitted',
      source: 'corrected',
      paid_min: 390,
      edit_reason: 'Left at three',
    });
    const log = await owner.from('audit_log').select('actor_name, changed').eq('row_id', id).order('id');
    expect(log.data?.[0]).toMatchObject({
      actor_name: 'Ann Holder',
      changed: {
        clock_out_at: { old: '2026-11-02T16:00:00+00:00', new: '2026-11-02T15:00:00+00:00' },
        paid_min: { old: 480, new: 420 },
        edit_reason: { old: null, new: 'Left at three' },
      },
    });
  });

  test('of your own hours before submission needs no reason, and sets source to "corrected"', async () => {
    const id = await addShift(MONDAY);
    expect((await change(driver, id, { clock_in_at: '2026-11-02T07:00:00Z' })).error).toBeNull();
    const { data } = await owner.from('time_entries').select('source, paid_min').eq('id', id).single();
    expect(data).toEqual({ source: 'corrected', paid_min: 540 });
  });

  test('of another person’s hours can be made by the account holder only', async () => {
    const id = await addShift(MONDAY);
    expect((await change(other, id, { activity: 'x', edit_reason: 'x' })).data).toEqual([]);
    expect((await other.from('time_entries').delete().eq('id', id).select('id')).data).toEqual([]);
  });
});

test('overlapping or running shifts can’t be approved until corrected (case 18)', async () => {
  await addShift(MONDAY);
  const second = await addShift(MONDAY, { clock_in_at: '2026-11-02T15:00:00Z', clock_out_at: '2026-11-02T17:00:00Z' });
  for (const [person, name] of [
    [driver, 'submit'],
    [owner, 'approve'],
  ] as const)
    expect(await errorMessage(stepWeek(person, name))).toBe(
      'The entry 08:00–16:00 on 2 Nov needs a look first: it overlaps another.',
    );
  await driver.from('time_entries').delete().eq('id', second);
  await addShift('2026-11-03', { clock_out_at: null });
  expect(await errorMessage(stepWeek(driver, 'submit'))).toBe('The shift since 08:00 on 3 Nov is still running.');
});

test('unsubmitted hours can’t be approved while their person can still submit them', async () => {
  await addShift(MONDAY);
  await stepWeek(driver, 'submit');
  await addShift('2026-11-04');
  expect(await errorMessage(stepWeek(owner, 'approve'))).toBe(
    'The shift 08:00–16:00 on 4 Nov is not handed in yet. Ask Dan Driver to hand in the week.',
  );
  expect(await statuses()).toEqual(['submitted', 'open']);
  await stepWeek(driver, 'submit');
  expect(await stepWeek(owner, 'approve')).toMatchObject({ data: 2 });
  // The holder approves their own hours without submitting them. The hours of a suspended or removed person can be
  // approved unsubmitted, because that person can no longer submit.
  await addShift(MONDAY, {}, owner);
  expect(await stepWeek(owner, 'approve', undefined, owner.id)).toMatchObject({ data: 1 });
  await addShift('2026-11-10');
  await addShift('2026-11-10', {}, other);
  const approveLaterWeek = (person: Person) => stepWeek(owner, 'approve', undefined, person.id, '2026-11-09');
  expect((await owner.rpc('suspend_employee', { p_employee: driver.id, p_suspended: true })).error).toBeNull();
  expect(await approveLaterWeek(driver)).toMatchObject({ data: 1 });
  expect(await errorMessage(approveLaterWeek(other))).toMatch(
    /^The shift 08:00–16:00 on 10 Nov is not handed in yet\./,
  );
  await owner.rpc('remove_employee', { p_employee: other.id });
  expect(await approveLaterWeek(other)).toMatchObject({ data: 1 });
});

test('locking a day prevents changes to it and all earlier days, for everyone', async () => {
  const id = await addShift(MONDAY);
  const lock = (time_locked_until: string | null) =>
    owner.from('farm_settings').update({ time_locked_until }).eq('user_id', owner.id).select('user_id');
  expect((await lock(MONDAY)).data).toHaveLength(1);
  expect(
    (await driver.from('farm_settings').update({ time_locked_until: null }).eq('user_id', owner.id).select('user_id'))
      .data,
  ).toEqual([]);
  expect(await errorMessage(change(driver, id, { activity: 'x' }))).toBe(
    'Time up to 2 Nov 2026 is locked. Ask Ann to open it.',
  );
  expect(await errorMessage(change(owner, id, { activity: 'x', edit_reason: 'x' }))).toBe(
    'Time up to 2 Nov 2026 is locked. Set an earlier day first.',
  );
  expect(await errorMessage(driver.from('time_entries').insert(shiftOn('2026-11-01')))).toMatch(
    /^Time up to 2 Nov 2026 is locked\./,
  );
  await addShift('2026-11-03');
  expect(await errorMessage(stepWeek(owner, 'query', 'x'))).toBe('This week is locked. Set an earlier day first.');
  // Submitting and approving change no hours.
  expect(await stepWeek(driver, 'submit')).toMatchObject({ data: 2 });
  expect(await stepWeek(owner, 'approve')).toMatchObject({ data: 2 });
  expect((await lock(null)).data).toHaveLength(1);
  expect(await stepWeek(owner, 'reopen', 'Once more')).toMatchObject({ data: 2 });
});

test('refuses a step by the wrong person, from another account, or for a week that does not begin on a Monday', async () => {
  await addShift(MONDAY);
  expect(await errorMessage(stepWeek(other, 'submit'))).toBe('Each person hands in their own week.');
  expect(await errorMessage(stepWeek(owner, 'submit'))).toBe('Each person hands in their own week.');
  for (const name of ['approve', 'query', 'reopen'])
    expect(await errorMessage(stepWeek(driver, name, 'x'))).toBe('Only the main account holder can do this.');
  const stranger = await backend.user();
  expect(await errorMessage(stepWeek(stranger, 'approve'))).toBe('There is nothing to approve this week.');
  expect(await errorMessage(stepWeek(owner, 'approve', undefined, driver.id, '2026-11-03'))).toBe(
    'A week begins on a Monday.',
  );
  expect(await errorMessage(stepWeek(owner, 'bless'))).toBe('There is no such step.');
  expect(await errorMessage(stepWeek(driver, 'submit', undefined, driver.id, '2026-11-09'))).toBe(
    'There is nothing to hand in this week.',
  );
  await backend.lapse(owner);
  expect(await errorMessage(stepWeek(driver, 'submit'))).toBe('Your account can read but not write at the moment.');
  expect(await statuses()).toEqual(['open']);
});

test('working-time settings are set by the account holder, readable by the person, and end on leaving', async () => {
  const setWorkingTime = (person: Person, p_person: string, p_turns_18_on?: string) =>
    person.rpc('set_working_time', { p_person, p_opted_out: true, ...(p_turns_18_on ? { p_turns_18_on } : {}) });
  const read = async (person: Person, id: string) =>
    (await person.from('profiles').select('turns_18_on, opted_out_48h').eq('id', id)).data;
  expect((await setWorkingTime(owner, driver.id, '2028-02-29')).error).toBeNull();
  for (const person of [owner, driver])
    expect(await read(person, driver.id)).toEqual([{ turns_18_on: '2028-02-29', opted_out_48h: true }]);
  expect(await read(other, driver.id)).toEqual([]);
  expect(await errorMessage(setWorkingTime(driver, driver.id))).toBe('Only the main account holder can do this.');
  expect(await errorMessage(setWorkingTime(await backend.user(), driver.id))).toBe(
    'This person is not on your farm any more.',
  );
  expect(await errorMessage(setWorkingTime(owner, driver.id, '1066-10-14'))).toBe(
    'Choose the day of the 18th birthday.',
  );
  expect((await driver.from('profiles').update({ opted_out_48h: false }).eq('id', driver.id)).error?.code).toBe(
    '42501',
  );
  await owner.rpc('remove_employee', { p_employee: driver.id });
  expect(await read(driver, driver.id)).toEqual([{ turns_18_on: null, opted_out_48h: false }]);
});
