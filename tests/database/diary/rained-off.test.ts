// "Rained off": a day's planned jobs move to another day, all at once and by the same number of days.
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
  driver = await backend.employeeOf(owner, { firstName: 'Dan' });
});

async function plan(more: object = {}): Promise<string> {
  const id = crypto.randomUUID();
  const { error } = await owner.from('diary_events').insert({
    id,
    user_id: owner.id,
    kind: 'job',
    title: 'Baling',
    start_date: '2026-11-02',
    end_date: '2026-11-02',
    ...more,
  });
  if (error) throw error;
  return id;
}
const readEvent = async (id: string) =>
  (await owner.from('diary_events').select('*').eq('user_id', owner.id).eq('id', id).single()).data;

describe('rained off', () => {
  const move = (person: Person, p_ids: string[], p_to = '2026-11-04') =>
    person.rpc('move_planned_jobs', { p_ids, p_from: '2026-11-02', p_to });
  const days = async (id: string) => {
    const row = await readEvent(id);
    return [row?.start_date, row?.end_date];
  };

  test('a day’s jobs move at once, each keeping its length; a retry moves none', async () => {
    const ids = [
      await plan(),
      await plan({ end_date: '2026-11-05' }),
      await plan({ all_day: false, start_time: '07:30' }),
    ];
    expect((await move(owner, ids)).data).toBe(3);
    expect(await Promise.all(ids.map(days))).toEqual([
      ['2026-11-04', '2026-11-04'],
      ['2026-11-04', '2026-11-07'],
      ['2026-11-04', '2026-11-04'],
    ]);
    expect(await readEvent(ids[2] ?? '')).toMatchObject({ start_time: '07:30:00' });
    expect((await move(owner, ids)).data).toBe(0);
    expect(await days(ids[0] ?? '')).toEqual(['2026-11-04', '2026-11-04']);
  });

  test('a moved job keeps the day that it was rained off, until it is moved back', async () => {
    const id = await plan();
    const rainedOff = async () => (await readEvent(id))?.rained_off;
    await move(owner, [id]);
    expect(await rainedOff()).toBe('2026-11-02');
    await owner.rpc('move_planned_jobs', { p_ids: [id], p_from: '2026-11-04', p_to: '2026-11-06' });
    expect(await rainedOff()).toBe('2026-11-04');
    await owner.rpc('move_planned_jobs', { p_ids: [id], p_from: '2026-11-06', p_to: '2026-11-04' });
    expect(await rainedOff()).toBeNull();
    // A crew member neither sets nor clears it.
    const { error } = await driver.from('diary_events').update({ rained_off: '2026-11-01' }).eq('id', id);
    expect(error?.code).toBe('42501');
  });

  test('the new dates are exact across a clock change, a month’s end and a leap day', async () => {
    for (const [from, to, length, end] of [
      ['2026-10-24', '2026-10-25', 1, '2026-10-26'],
      ['2027-03-27', '2027-03-28', 0, '2027-03-28'],
      ['2028-02-27', '2028-02-28', 1, '2028-02-29'],
      ['2026-12-30', '2026-12-31', 1, '2027-01-01'],
    ] as const) {
      const lastDay = new Date(Date.parse(from) + length * 86_400_000).toISOString().slice(0, 10);
      const id = await plan({ start_date: from, end_date: lastDay });
      await owner.rpc('move_planned_jobs', { p_ids: [id], p_from: from, p_to: to });
      expect(await days(id)).toEqual([to, end]);
    }
  });

  test('jobs that were begun, done or cancelled, events of other kinds, and jobs of other days stay', async () => {
    const ids = [
      await plan({ status: 'in_progress' }),
      await plan({ status: 'done' }),
      await plan({ status: 'cancelled' }),
      await plan({ kind: 'delivery' }),
      await plan({ start_date: '2026-11-01', end_date: '2026-11-02' }),
    ];
    const before = await Promise.all(ids.map(days));
    expect((await move(owner, ids)).data).toBe(0);
    expect(await Promise.all(ids.map(days))).toEqual(before);
  });

  test('can be done only by the account holder, in their own account, to another day', async () => {
    const id = await plan();
    expect((await move(driver, [id])).error?.code).toBe('42501');
    expect((await move(await backend.user(), [id])).data).toBe(0);
    expect((await move(owner, [id], '2026-11-02')).error?.message).toBe('Choose another day.');
    expect((await move(owner, [])).error?.message).toBe('Choose the jobs first.');
    expect(await days(id)).toEqual(['2026-11-02', '2026-11-02']);
  });
});
