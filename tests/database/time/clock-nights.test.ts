// Jobs on the nights of a clock change, as a phone sends them: the farm pays for the time actually worked.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workMinutes, type Zone } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

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
  // Around the night that is an hour longer.
  ['2026-10-24', '22:00', '06:00', false, 9],
  ['2026-10-25', '22:00', '06:00', false, 8],
  ['2026-10-25', '00:30', '01:30', false, 1],
  ['2026-10-25', '00:30', '01:30', true, 2],
  ['2026-10-25', '01:30', '02:30', false, 2],
  // The night that is an hour shorter.
  ['2026-03-28', '22:00', '06:00', false, 7],
  ['2026-03-29', '00:30', '02:30', false, 1],
] as const;

test.each(
  (['Europe/London', 'Europe/Dublin'] as const).flatMap((zone: Zone) =>
    NIGHTS.map((night) => [zone, ...night] as const),
  ),
)(
  'in %s a job on %s from %s to %s (second time: %s) has %i hours (F28)',
  async (zone, workDate, start, finish, second, hours) => {
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
        // The phone's time, in the repeated hour of October: it does not affect the hours.
        recorded_at: '2026-10-25T01:30:00Z',
      } as never)
      .select('work_date, total_time, total_value, quantity')
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({ work_date: workDate, total_time: hours, quantity: hours, total_value: 45 * hours });
    const computed = workMinutes({
      workDate,
      start,
      finish,
      breaks: 0,
      zone,
      startSecond: false,
      finishSecond: second,
    });
    expect(computed).toMatchObject({ ok: true, minutes: hours * 60 });
  },
);

test.each(['Europe/London', 'Europe/Dublin'] as const)(
  'in %s the night of 28 March 2027 has seven hours (F28)',
  async (zone) => {
    const night = { workDate: '2027-03-27', start: '22:00', finish: '06:00', breaks: 0, zone };
    expect(workMinutes({ ...night, startSecond: false, finishSecond: false })).toMatchObject({ minutes: 420 });
    const [row] = await backend.sql<{ minutes: number }>(
      `select minutes from private.work_minutes('2027-03-27', '22:00', '06:00', 0, $1, false, false)`,
      [zone],
    );
    expect(row?.minutes).toBe(420);
  },
);

describe('moving an entry to a date with a clock change', () => {
  const logNight = async (more: object) => {
    const id = crypto.randomUUID();
    const { error } = await driver.from('works').insert({
      id,
      customer: 'Hill Farm',
      task_name: 'Drilling',
      chargeable_unit: 'hour',
      rate: 45,
      work_date: '2026-10-20',
      start_time: '22:00',
      finish_time: '06:00',
      ...more,
    });
    expect(error).toBeNull();
    return id;
  };
  const move = (id: string, workDate: string) =>
    driver
      .from('works')
      .update({ work_date: workDate })
      .eq('id', id)
      .select('work_date, total_time, total_value, quantity')
      .single();

  test('recalculates its hours, quantity and value', async () => {
    await owner.from('farm_settings').update({ time_zone: 'Europe/London' }).eq('user_id', owner.id);
    const id = await logNight({});
    for (const [workDate, hours] of [
      ['2026-10-24', 9],
      ['2026-10-23', 8],
      ['2026-03-28', 7],
    ] as const) {
      const { data } = await move(id, workDate);
      expect(data).toEqual({ work_date: workDate, total_time: hours, quantity: hours, total_value: 45 * hours });
    }
  });

  test('keeps a typed quantity, and one in another unit', async () => {
    const typed = await logNight({ quantity: 6 });
    expect((await move(typed, '2026-10-24')).data).toMatchObject({ total_time: 9, quantity: 6, total_value: 270 });
    const acres = await logNight({ chargeable_unit: 'acre', quantity: 8 });
    expect((await move(acres, '2026-10-24')).data).toMatchObject({ total_time: 9, quantity: 8, total_value: 360 });
  });

  test('is refused with a message if the breaks are longer than the shorter night', async () => {
    const id = await logNight({ breaks: 470 });
    expect((await move(id, '2026-03-28')).error?.message).toBe('Breaks are longer than the time worked.');
    expect((await move(id, '2026-10-24')).data).toMatchObject({
      total_time: 1.1667,
      quantity: 1.1667,
      total_value: 52.5,
    });
  });
});
