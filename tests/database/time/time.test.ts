// Hours in the database: the owner of a shift, its minutes on both nights with a clock change, refusals with a
// sentence, and that it is stored once.
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
const shift = (from: string, to: string | null, more: object = {}) => ({
  id: crypto.randomUUID(),
  user_id: owner.id,
  clock_in_at: from,
  clock_out_at: to,
  ...more,
});
/** Inserts a shift as the app sends it; returns its id. */
async function addShift(person: Person, from: string, to: string | null, more: object = {}): Promise<string> {
  const row = shift(from, to, more);
  const { error } = await person.from('time_entries').insert(row);
  if (error) throw error;
  return row.id;
}
const stored = async (id: string) => {
  const { data, error } = await owner.from('time_entries').select('*').eq('id', id).single();
  if (error) throw error;
  return data;
};
const errorMessage = async (query: PromiseLike<{ error: { message: string } | null }>) => (await query).error?.message;
const change = (person: Person, id: string, fields: Change) =>
  person.from('time_entries').update(fields).eq('id', id).select('id');
/** The start of the current minute, the same for the whole file. */
const NOW = Math.floor(Date.now() / 60_000) * 60_000;
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const pause = (start: string, end: string | null, paid = false) => ({ start, end, paid });
const SHIFT_TIMES = ['2026-11-03T08:00:00Z', '2026-11-03T16:30:00Z'] as const;

test('the database sets a shift’s person and its day in the farm’s time zone', async () => {
  const id = await addShift(driver, ...SHIFT_TIMES, {
    activity: ' Hedge cutting ',
    customer: ' Hill Farm ',
    recorded_at: '1970-01-01T09:00:00Z',
  });
  expect(await stored(id)).toMatchObject({
    employee_id: driver.id,
    created_by_name: 'Dan Driver',
    activity: 'Hedge cutting',
    customer: 'Hill Farm',
    time_zone: 'Europe/London',
    work_date: '2026-11-03',
    status: 'open',
    source: 'clock',
    unpaid_min: 0,
    paid_min: 510,
    recorded_at: '1970-01-01T09:00:00+00:00',
  });
  for (const column of [
    { employee_id: other.id },
    { created_by_name: 'Ann' },
    { work_date: '2026-11-01' },
    { paid_min: 900 },
    { status: 'approved' },
    { approved_at: SHIFT_TIMES[1] },
    { time_zone: 'Europe/Dublin' },
    { query_note: 'x' },
  ]) {
    const row = shift('2026-11-04T08:00:00Z', '2026-11-04T09:00:00Z', column);
    expect((await driver.from('time_entries').insert(row)).error?.code, JSON.stringify(column)).toBe('42501');
    expect((await change(driver, id, column)).error?.code, JSON.stringify(column)).toBe('42501');
  }
});

test('a shift can be read by its person and the account holder, but not by other employees', async () => {
  await addShift(driver, ...SHIFT_TIMES);
  await addShift(owner, ...SHIFT_TIMES);
  const names = async (person: Person) =>
    ((await person.from('time_entries').select('created_by_name').order('created_by_name')).data ?? []).map(
      ({ created_by_name }) => created_by_name,
    );
  expect(await names(owner)).toEqual(['Ann Holder', 'Dan Driver']);
  expect(await names(driver)).toEqual(['Dan Driver']);
  expect(await names(other)).toEqual([]);
  expect(await names(await backend.user())).toEqual([]);
});

describe.each(['Europe/London', 'Europe/Dublin'])('in %s', (zone) => {
  beforeEach(async () => {
    const { error } = await owner.from('farm_settings').update({ time_zone: zone }).eq('user_id', owner.id);
    expect(error).toBeNull();
  });
  // The March night of 2027 is still in the future, but the rule is the same every year: that of 2026 is used.
  test.each([
    ['case 1', '2026-10-16T17:30:00Z', '2026-10-17T01:45:00Z', 30, '2026-10-16', 465],
    ['case 3, 20', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z', null, '2026-10-24', 540],
    ['walk-through C', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z', 30, '2026-10-24', 510],
    ['case 4', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z', null, '2026-03-28', 420],
    ['case 5, before', '2026-10-24T21:00:00Z', '2026-10-25T00:30:00Z', null, '2026-10-24', 210],
    ['case 5, after', '2026-10-24T21:00:00Z', '2026-10-25T01:30:00Z', null, '2026-10-24', 270],
    ['case 6', '2026-10-25T00:30:00Z', '2026-10-25T01:15:00Z', null, '2026-10-25', 45],
    ['case 7', '2026-03-29T01:30:00Z', '2026-03-29T02:30:00Z', null, '2026-03-29', 60],
    ['case 8', '2026-10-23T21:00:00Z', '2026-10-24T05:00:00Z', null, '2026-10-23', 480],
    ['case 11', '2025-12-31T22:00:00Z', '2026-01-01T02:00:00Z', null, '2025-12-31', 240],
    ['case 19', '2026-11-03T08:00:50Z', '2026-11-03T08:01:30Z', null, '2026-11-03', 1],
    ['case 19', '2026-11-03T08:00:05Z', '2026-11-03T08:00:45Z', null, '2026-11-03', 0],
    ['just after midnight in summer', '2026-06-30T23:10:00Z', '2026-07-01T01:10:00Z', null, '2026-07-01', 120],
  ])(
    'a shift has the expected day and paid minutes (%s: %s to %s)',
    async (_, from, to, manual_break_min, work_date, paid_min) => {
      const id = await addShift(driver, from, to, { manual_break_min });
      expect(await stored(id)).toMatchObject({ work_date, paid_min, time_zone: zone });
    },
  );
});

describe('an invalid shift', () => {
  test.each([
    ['a finish at the start (case 2)', { clock_out_at: SHIFT_TIMES[0] }, 'Finish must be after start.'],
    ['a finish before the start', { clock_out_at: '2026-11-03T07:59:00Z' }, 'Finish must be after start.'],
    ['more than 24 hours', { clock_out_at: '2026-11-04T08:00:01Z' }, 'More than 24 hours in one entry is not allowed.'],
    ['a start in the future', { clock_in_at: '2199-01-01T00:00:00Z', clock_out_at: null }, 'That is in the future.'],
    ['a finish in the future', { clock_out_at: '2199-01-01T00:00:00Z' }, 'That is in the future.'],
    [
      'a start in 1970',
      { clock_in_at: '1970-01-01T09:00:00Z', clock_out_at: null },
      'Choose a date from the year 2000 on.',
    ],
    ['breaks longer than the shift (case 14)', { manual_break_min: 510 }, 'Breaks are longer than the shift.'],
    [
      'a break before the start',
      { breaks: [pause('2026-11-03T07:59:00Z', '2026-11-03T08:10:00Z')] },
      'A break lies outside the shift.',
    ],
    [
      'a break after the finish',
      { breaks: [pause('2026-11-03T16:00:00Z', '2026-11-03T16:31:00Z')] },
      'A break lies outside the shift.',
    ],
    [
      'overlapping breaks',
      {
        breaks: [
          pause('2026-11-03T12:00:00Z', '2026-11-03T12:30:00Z'),
          pause('2026-11-03T12:29:00Z', '2026-11-03T13:00:00Z'),
        ],
      },
      'Breaks overlap.',
    ],
    [
      'a break that ends at its start',
      { breaks: [pause('2026-11-03T12:30:00Z', '2026-11-03T12:30:00Z')] },
      'The end of a break must be after its start.',
    ],
    [
      'a break without an end before another one',
      { breaks: [pause('2026-11-03T12:00:00Z', null), pause('2026-11-03T13:00:00Z', '2026-11-03T13:10:00Z')] },
      'A break needs its start and its end.',
    ],
    ['a break without a date', { breaks: [{ start: '12:00', end: '12:30' }] }, 'A break needs its start and its end.'],
    [
      'a break in month 13',
      { breaks: [{ start: '2026-13-03T12:00:00Z', end: null }] },
      'A break needs its start and its end.',
    ],
    ['a break that is a number', { breaks: [7] }, 'A break needs its start and its end.'],
    ['breaks that are not a list', { breaks: { start: SHIFT_TIMES[0] } }, 'A break needs its start and its end.'],
    ['a long job', { activity: 'x'.repeat(81) }, 'The job is too long (80 characters at most).'],
    ['a long note', { note: 'x'.repeat(1001) }, 'The note is too long (1,000 characters at most).'],
  ])('is refused with a message: %s', async (_, wrong, sentence) => {
    expect((await driver.from('time_entries').insert(shift(...SHIFT_TIMES, wrong))).error).toMatchObject({
      code: '23514',
      message: sentence,
    });
  });

  test('breaks of 0 and no breaks are the same; breaks one minute shorter than the shift are accepted', async () => {
    expect(await stored(await addShift(driver, ...SHIFT_TIMES, { manual_break_min: 0 }))).toMatchObject({
      paid_min: 510,
    });
    expect(await stored(await addShift(other, ...SHIFT_TIMES, { manual_break_min: 509 }))).toMatchObject({
      paid_min: 1,
    });
  });
});

test('unpaid breaks are deducted, paid ones are not, and a running one ends with the shift', async () => {
  const [from, to] = [minutesAgo(240), minutesAgo(60)];
  const id = await addShift(driver, from, null, {
    breaks: [pause(minutesAgo(200), minutesAgo(180)), pause(minutesAgo(170), minutesAgo(160), true)],
  });
  expect(await stored(id)).toMatchObject({ paid_min: null, unpaid_min: null });
  const breaks = [
    pause(minutesAgo(200), minutesAgo(180)),
    pause(minutesAgo(170), minutesAgo(160), true),
    pause(minutesAgo(75), null),
  ];
  expect((await change(driver, id, { breaks })).error).toBeNull();
  expect((await change(driver, id, { clock_out_at: to })).error).toBeNull();
  expect(await stored(id)).toMatchObject({ unpaid_min: 35, paid_min: 145, source: 'clock' });
});

test('clocked breaks are stored as they were, even if they fill the whole shift', async () => {
  const at = (second: number) => new Date(NOW - 600_000 + second * 1000).toISOString();
  const breaks = [pause(at(55), at(65))];
  // Clock in, a break across a full minute, clock out: sent at once, and sent step by step.
  const completeShift = await addShift(driver, at(50), at(70), { breaks });
  expect(await stored(completeShift)).toMatchObject({ unpaid_min: 1, paid_min: 0, status: 'open' });
  const running = await addShift(other, at(50), null);
  expect((await change(other, running, { breaks, clock_out_at: at(70) })).error).toBeNull();
  expect(await stored(running)).toMatchObject({ unpaid_min: 1, paid_min: 0, source: 'clock' });
  expect(await stored(await addShift(driver, ...SHIFT_TIMES, { breaks: [pause(...SHIFT_TIMES)] }))).toMatchObject({
    paid_min: 0,
  });
  // A later note does not change the time.
  expect((await change(other, running, { note: 'Wrong button' })).error).toBeNull();
  expect(await errorMessage(change(other, running, { manual_break_min: 1 }))).toBe('Breaks are longer than the shift.');
});

describe('a shift sent twice (F33, F42)', () => {
  const upsertShift = (row: ReturnType<typeof shift>, person = driver) =>
    person.from('time_entries').upsert(row, { onConflict: 'user_id,id', ignoreDuplicates: true }).select('id');

  test('is stored once, running or finished', async () => {
    for (const row of [shift(...SHIFT_TIMES), shift(minutesAgo(60), null)]) {
      expect(await upsertShift(row)).toMatchObject({ data: [{ id: row.id }], error: null });
      expect(await upsertShift(row)).toMatchObject({ data: [], error: null });
      expect((await stored(row.id)).status).toBe('open');
    }
  });

  test('is not restored if it was deleted meanwhile', async () => {
    const row = shift(...SHIFT_TIMES);
    await upsertShift(row);
    expect((await driver.from('time_entries').delete().eq('id', row.id).select('id')).data).toEqual([{ id: row.id }]);
    expect((await upsertShift(row)).error).toMatchObject({ code: '23514', details: 'deleted' });
  });

  test('is refused under another account, without revealing anything', async () => {
    const row = shift(...SHIFT_TIMES);
    await upsertShift(row);
    const stranger = await backend.user();
    expect((await upsertShift(row, stranger)).error).toMatchObject({ code: '42501' });
  });
});

test('a lapsed account can still read its hours, and once renewed accepts the shifts that waited (case 61)', async () => {
  const id = await addShift(driver, minutesAgo(120), null);
  await backend.lapse(owner);
  expect((await driver.from('time_entries').select('id')).data).toEqual([{ id }]);
  expect((await change(driver, id, { clock_out_at: minutesAgo(60) })).data).toEqual([]);
  const waiting = shift(...SHIFT_TIMES);
  expect(await errorMessage(driver.from('time_entries').insert(waiting))).toBe(
    'Your account can read but not write at the moment.',
  );
  await backend.renew(owner);
  const out = minutesAgo(60);
  expect((await change(driver, id, { clock_out_at: out })).data).toHaveLength(1);
  expect((await driver.from('time_entries').insert(waiting)).error).toBeNull();
  const { data } = await driver.from('time_entries').select('clock_in_at, clock_out_at').order('clock_in_at');
  const times = (data ?? []).map((row) => [Date.parse(row.clock_in_at), Date.parse(row.clock_out_at ?? '')]);
  // The times are those of the clock, not that of the renewal.
  expect(times.map(([, end]) => end)).toEqual([Date.parse(SHIFT_TIMES[1]), Date.parse(out)]);
  expect(times[0]?.[0]).toBe(Date.parse(SHIFT_TIMES[0]));
});

test('a shift stays with the account, under its person’s name, when the person is deleted', async () => {
  await addShift(driver, ...SHIFT_TIMES);
  await backend.sql('delete from auth.users where id = $1', [driver.id]);
  const { data } = await owner.from('time_entries').select('employee_id, created_by_name, paid_min');
  expect(data).toEqual([{ employee_id: null, created_by_name: 'Dan Driver', paid_min: 510 }]);
});

test('the server returns the time to any signed-in person', async () => {
  const { data } = await driver.rpc('server_time');
  expect(Math.abs(Date.now() - Date.parse(data ?? ''))).toBeLessThan(60_000);
});
