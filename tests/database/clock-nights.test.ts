// Jobs of the nights on which the clocks change, as a phone sends them: what the farm pays for is what was worked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workMinutes, type Zone } from '@/domain/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan' });
});
afterAll(() => backend.close());

const NIGHTS = [
  // The night that is an hour longer.
  ['2026-10-24', '22:00', '06:00', false, 9],
  ['2026-10-25', '22:00', '06:00', false, 8],
  ['2026-10-25', '00:30', '01:30', false, 1],
  ['2026-10-25', '00:30', '01:30', true, 2],
  ['2026-10-25', '01:30', '02:30', false, 2],
  // And those that are an hour shorter.
  ['2026-03-28', '22:00', '06:00', false, 7],
  ['2026-03-29', '00:30', '02:30', false, 1],
] as const;

test.each(
  (['Europe/London', 'Europe/Dublin'] as const).flatMap((zone: Zone) =>
    NIGHTS.map((night) => [zone, ...night] as const),
  ),
)('F28: %s, %s from %s to %s (second time: %s) are %i hours', async (zone, workDate, start, finish, second, hours) => {
  await owner.from('farm_settings').update({ time_zone: zone }).eq('user_id', owner.id);
  const { data, error } = await driver
    .from('works')
    .insert({
      id: crypto.randomUUID(),
      customer: 'Hill Farm',
      task_name: 'Drilling',
      chargeable_unit: 'hour',
      rate: 45,
      work_date: workDate,
      start_time: start,
      finish_time: finish,
      finish_second: second,
      // By a phone that stands at the other end of the change.
      recorded_at: '2026-10-25T01:30:00Z',
    } as never)
    .select('work_date, total_time, total_value, quantity')
    .single();
  expect(error).toBeNull();
  expect(data).toEqual({ work_date: workDate, total_time: hours, quantity: hours, total_value: 45 * hours });
  const shown = workMinutes({ workDate, start, finish, breaks: 0, zone, startSecond: false, finishSecond: second });
  expect(shown).toMatchObject({ ok: true, minutes: hours * 60 });
});

test.each(['Europe/London', 'Europe/Dublin'] as const)(
  'F28: %s, the night of 28 March 2027 has seven hours',
  async (zone) => {
    const night = { workDate: '2027-03-27', start: '22:00', finish: '06:00', breaks: 0, zone };
    expect(workMinutes({ ...night, startSecond: false, finishSecond: false })).toMatchObject({ minutes: 420 });
    const [said] = await backend.sql<{ minutes: number }>(
      `select minutes from private.work_minutes('2027-03-27', '22:00', '06:00', 0, $1, false, false)`,
      [zone],
    );
    expect(said?.minutes).toBe(420);
  },
);
