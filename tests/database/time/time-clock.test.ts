// The clock in the database: one running shift per person, and overlapping shifts are both kept for review.
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
const SHIFT_TIMES = ['2026-11-03T08:00:00Z', '2026-11-03T16:30:00Z'] as const;

describe('one running shift per person', () => {
  test('a second shift is refused with the start of the first, however long that has run (case 15)', async () => {
    const id = await addShift(driver, '2026-11-03T07:12:00Z', null);
    const { error } = await driver.from('time_entries').insert(shift(minutesAgo(5), null));
    expect(error).toMatchObject({
      code: '23514',
      message: "You're already clocked in since 07:12.",
      details: 'running',
    });
    // It is not closed automatically and not paid, and can be closed only within 24 hours of its start.
    expect(await stored(id)).toMatchObject({ clock_out_at: null, paid_min: null, status: 'open' });
    expect(await errorMessage(change(driver, id, { clock_out_at: minutesAgo(1) }))).toBe(
      'More than 24 hours in one entry is not allowed.',
    );
    expect((await change(driver, id, { clock_out_at: '2026-11-03T16:12:00Z' })).error).toBeNull();
    expect(await stored(id)).toMatchObject({ paid_min: 540, status: 'open' });
  });

  test('of two shifts started on two devices at once, one is stored, and the other device learns that it exists (case 16)', async () => {
    const at = Date.now() - 60_000;
    const rows = [0, 1000].map((later) => shift(new Date(at + later).toISOString(), null));
    const answers = await Promise.all(rows.map((row) => driver.from('time_entries').insert(row)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(answers.find(({ error }) => error)?.error).toMatchObject({ code: '23514', details: 'already' });
    expect((await owner.from('time_entries').select('id')).data).toHaveLength(1);
  });

  test('each employee has their own running shift, and the table’s index limits everyone to one', async () => {
    await addShift(driver, minutesAgo(60), null);
    await addShift(other, minutesAgo(60), null);
    await expect(
      backend.sql(
        `insert into public.time_entries (user_id, employee_id, clock_in_at, status) values ($1, $2, now() - interval '9 days', 'needs_review')`,
        [owner.id, driver.id],
      ),
    ).rejects.toThrow(/time_entries_one_open/);
  });

  test('a change of job, one shift ending when the next begins, is no overlap, in one request or two', async () => {
    const first = shift(minutesAgo(120), minutesAgo(60), { activity: 'Baling' });
    const second = shift(first.clock_out_at ?? '', null, { activity: 'Carting' });
    expect((await driver.from('time_entries').insert([first, second])).error).toBeNull();
    const at = minutesAgo(30);
    expect((await change(driver, second.id, { clock_out_at: at })).error).toBeNull();
    await addShift(driver, at, null);
    const { data } = await driver.from('time_entries').select('status').order('clock_in_at');
    expect(data?.map(({ status }) => status)).toEqual(['open', 'open', 'open']);
  });

  test('clocking out can be undone, unless another shift is running', async () => {
    const id = await addShift(driver, minutesAgo(120), minutesAgo(60));
    expect((await change(driver, id, { clock_out_at: null })).error).toBeNull();
    expect(await stored(id)).toMatchObject({ clock_out_at: null, paid_min: null });
    await change(driver, id, { clock_out_at: minutesAgo(60) });
    await addShift(driver, minutesAgo(50), null);
    expect(await errorMessage(change(driver, id, { clock_out_at: null }))).toMatch(
      /^You're already clocked in since \d\d:\d\d\.$/,
    );
  });
});

describe('overlapping shifts (case 18)', () => {
  const status = async (id: string) => (await stored(id)).status;

  test('are both kept for review, and cleared when their times are corrected', async () => {
    const first = await addShift(driver, '2026-11-18T07:30:00Z', '2026-11-18T12:00:00Z');
    const adjacent = await addShift(driver, '2026-11-18T12:00:00Z', '2026-11-18T13:00:00Z');
    expect([await status(first), await status(adjacent)]).toEqual(['open', 'open']);
    const second = await addShift(driver, '2026-11-18T11:00:00Z', '2026-11-18T12:30:00Z');
    expect([await status(first), await status(adjacent), await status(second)]).toEqual([
      'needs_review',
      'needs_review',
      'needs_review',
    ]);
    expect(await errorMessage(change(driver, second, { clock_in_at: '2026-11-18T12:10:00Z' }))).toBe(
      'This overlaps your entry 12:00–13:00 on 18 Nov.',
    );
    expect(
      await errorMessage(change(owner, second, { clock_in_at: '2026-11-18T12:10:00Z', edit_reason: 'Second phone' })),
    ).toBe('This overlaps the entry 12:00–13:00 on 18 Nov.');
    expect((await driver.from('time_entries').delete().eq('id', second).select('id')).error).toBeNull();
    expect([await status(first), await status(adjacent)]).toEqual(['open', 'open']);
  });

  test('caused by clocking out late are kept too, and cleared by other times', async () => {
    const long = await addShift(driver, minutesAgo(300), null);
    const short = await addShift(driver, minutesAgo(200), minutesAgo(100));
    expect([await status(long), await status(short)]).toEqual(['needs_review', 'needs_review']);
    expect((await change(driver, long, { clock_out_at: minutesAgo(10) })).error).toBeNull();
    expect(await status(long)).toBe('needs_review');
    expect((await change(driver, long, { clock_out_at: minutesAgo(200) })).error).toBeNull();
    expect([await status(long), await status(short)]).toEqual(['open', 'open']);
    expect((await stored(long)).source).toBe('corrected');
  });

  test('of another person do not count', async () => {
    const mine = await addShift(driver, ...SHIFT_TIMES);
    const theirs = await addShift(other, ...SHIFT_TIMES);
    expect([await status(mine), await status(theirs)]).toEqual(['open', 'open']);
  });

  test('can’t be inserted without review, even by the table’s owner', async () => {
    await addShift(driver, ...SHIFT_TIMES);
    await expect(
      backend.sql(
        `insert into public.time_entries (user_id, employee_id, clock_in_at, clock_out_at) values ($1, $2, $3, $4)`,
        [owner.id, driver.id, ...SHIFT_TIMES],
      ),
    ).rejects.toThrow(/time_entries_no_overlap/);
  });
});

describe('a shift logged as work', () => {
  const job = (id: string, more: object = {}) => ({
    id,
    user_id: owner.id,
    customer: 'Hill Farm',
    task_name: 'Baling',
    chargeable_unit: 'hour',
    quantity: 8.5,
    work_date: '2026-11-03',
    ...more,
  });
  const logWork = async (person: Person, id: string) => (await person.from('works').insert(job(id))).error;

  test('is linked to its job, whichever arrives first, and only to its own person’s', async () => {
    const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const early = await addShift(driver, ...SHIFT_TIMES, { log_key: first });
    expect(await stored(early)).toMatchObject({ log_key: first, work_id: null });
    expect(await logWork(driver, first)).toBeNull();
    expect(await stored(early)).toMatchObject({ log_key: first, work_id: first });
    expect(await logWork(driver, second)).toBeNull();
    const late = await addShift(driver, '2026-11-04T08:00:00Z', '2026-11-04T16:00:00Z', { log_key: second });
    expect(await stored(late)).toMatchObject({ work_id: second });
    const theirs = await addShift(other, ...SHIFT_TIMES, { log_key: third });
    expect(await logWork(driver, third)).toBeNull();
    expect(await stored(theirs)).toMatchObject({ work_id: null });
  });

  test('is stored once if logged twice; once deleted, it can be logged again under another key', async () => {
    const key = crypto.randomUUID();
    const id = await addShift(driver, ...SHIFT_TIMES, { log_key: key });
    await logWork(driver, key);
    expect((await logWork(driver, key))?.code).toBe('23505');
    // An approved week does not prevent it: no hour of it changes.
    const week = { p_employee: driver.id, p_monday: '2026-11-02' };
    await driver.rpc('step_week', { ...week, p_step: 'submit' });
    await owner.rpc('step_week', { ...week, p_step: 'approve' });
    expect((await driver.from('works').delete().eq('id', key).select('id')).data).toEqual([{ id: key }]);
    const { log_key, work_id, status } = await stored(id);
    expect([work_id, status, log_key === key]).toEqual([null, 'approved', false]);
    expect(await logWork(driver, log_key)).toBeNull();
    expect((await stored(id)).work_id).toBe(log_key);
  });
});
