// Worked minutes: the database and src/domain/core/time.ts agree on every minute of the nights with a clock change, and on
// random shifts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, workMinutes, type WorkTimes, type Zone } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
  // One text per shift: 'elapsed minutes', or the sentence of the refusal.
  await backend.script(`
    create function public.minutes_text(d date, s time, f time, b int, z text, s2 boolean, f2 boolean) returns text language plpgsql as $$
    declare r record;
    begin
      r := private.work_minutes(d, s, f, b, z, s2, f2);
      return r.elapsed || ' ' || r.minutes;
    exception when check_violation then
      return sqlerrm;
    end $$;`);
});
afterAll(() => backend.close());

type Shift = Required<WorkTimes> & { start: string; finish: string; breaks: number };

const SENTENCES = {
  same: 'Start and finish are the same.',
  'breaks-too-long': 'Breaks are longer than the time worked.',
  'over-24-hours': 'More than 24 hours in one entry is not allowed.',
  incomplete: 'incomplete',
};

function domainResult(shift: Shift): string {
  const worked = workMinutes(shift);
  return worked.ok ? `${worked.elapsed} ${worked.minutes}` : SENTENCES[worked.reason];
}

async function databaseResults(shifts: readonly Shift[]): Promise<string[]> {
  const [row] = await backend.sql<{ results: string[] }>(
    `select array_agg(public.minutes_text(d, s, f, b, z, s2, f2) order by n) as results
     from unnest($1::date[], $2::time[], $3::time[], $4::int[], $5::text[], $6::boolean[], $7::boolean[])
       with ordinality u (d, s, f, b, z, s2, f2, n)`,
    [
      shifts.map(({ workDate }) => workDate),
      shifts.map(({ start }) => start),
      shifts.map(({ finish }) => finish),
      shifts.map(({ breaks }) => breaks),
      shifts.map(({ zone }) => zone),
      shifts.map(({ startSecond }) => startSecond),
      shifts.map(({ finishSecond }) => finishSecond),
    ],
  );
  return row?.results ?? [];
}

/** The first five shifts for which domain and database differ, with both results. */
async function differences(shifts: readonly Shift[]): Promise<object[]> {
  const results = await databaseResults(shifts);
  expect(results.length).toBe(shifts.length);
  return shifts
    .map((shift, at) => ({ ...shift, domain: domainResult(shift), database: results[at] }))
    .filter(({ domain, database }) => domain !== database)
    .slice(0, 5);
}

const clockTime = (minute: number) => {
  const minuteOfDay = ((minute % 1440) + 1440) % 1440;
  return `${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`;
};
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

const ZONES: Zone[] = ['Europe/London', 'Europe/Dublin'];
// The evenings before and the nights of the changes: back on 25 October 2026, forward on 28 March 2027.
const NIGHTS = ['2026-10-24', '2026-10-25', '2027-03-27', '2027-03-28'];
const FINISHES = ['00:00', '01:00', '01:01', '01:30', '01:59', '02:00', '03:00', '06:00', '19:59'];
const BREAKS = [0, 1, 30, 59, 60, 61, 480];
const FLAGS = [
  [true, false],
  [false, true],
  [true, true],
] as const;

function shiftsOf(zone: Zone, workDate: string): Shift[] {
  const shifts: Shift[] = [];
  const add = (minute: number, finish: string, startSecond: boolean, finishSecond: boolean) =>
    shifts.push({
      workDate,
      zone,
      start: clockTime(minute),
      finish,
      startSecond,
      finishSecond,
      breaks: BREAKS[shifts.length % BREAKS.length] ?? 0,
    });
  for (const minute of range(20 * 60, 28 * 60)) for (const finish of FINISHES) add(minute, finish, false, false);
  // Both passes, around the hour that occurs twice.
  for (const minute of range(58, 122))
    for (const finish of FINISHES) for (const [first, second] of FLAGS) add(minute, finish, first, second);
  // A finish on every minute of that night, with a start in the evening and with one in the repeated hour.
  for (const start of [22 * 60, 75])
    for (const minute of range(0, 240))
      for (const [first, second] of [[false, false] as const, ...FLAGS]) add(start, clockTime(minute), first, second);
  return shifts;
}

describe.each(ZONES)('in %s', (zone) => {
  test.each(NIGHTS)('database and domain agree on every minute of the night of %s', async (night) => {
    const shifts = shiftsOf(zone, night);
    expect(shifts.length).toBeGreaterThan(8_000);
    expect(await differences(shifts)).toEqual([]);
  });

  test('database and domain agree on 4,000 random shifts within twelve years', async () => {
    // A fixed pseudo-random sequence, so that a difference is reproducible.
    let seed = 20261120;
    const next = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const shifts = range(1, 4000).map((): Shift => ({
      zone,
      workDate: addDays('2020-01-01', next(4400)),
      start: clockTime(next(1440)),
      finish: clockTime(next(1440)),
      breaks: next(3) === 0 ? next(900) : 0,
      startSecond: next(2) === 1,
      finishSecond: next(2) === 1,
    }));
    expect(await differences(shifts)).toEqual([]);
  });

  test.each<[string, string, string, string, Partial<Shift>, string]>([
    ['1', '2026-10-16', '18:30', '02:45', { breaks: 30 }, '495 465'],
    ['2', '2026-11-20', '08:00', '08:00', {}, SENTENCES.same],
    ['3', '2026-10-24', '22:00', '06:00', {}, '540 540'],
    ['4', '2027-03-27', '22:00', '06:00', {}, '420 420'],
    ['5 before', '2026-10-24', '22:00', '01:30', {}, '210 210'],
    ['5 after', '2026-10-24', '22:00', '01:30', { finishSecond: true }, '270 270'],
    ['6', '2026-10-25', '01:30', '01:15', { finishSecond: true }, '45 45'],
    ['6 without the flag', '2026-10-25', '01:30', '01:15', {}, '45 45'],
    ['7', '2027-03-28', '01:30', '03:30', {}, '60 60'],
    ['8', '2026-10-23', '22:00', '06:00', {}, '480 480'],
    ['11', '2026-12-31', '22:00', '02:00', {}, '240 240'],
    ['14', '2026-11-20', '08:00', '16:00', { breaks: 480 }, SENTENCES['breaks-too-long']],
    ['14 one less', '2026-11-20', '08:00', '16:00', { breaks: 479 }, '480 1'],
    ['a day of 25 hours', '2026-10-25', '00:30', '00:29', {}, SENTENCES['over-24-hours']],
    [
      'to the second half past one of the next night',
      '2026-10-24',
      '02:00',
      '01:30',
      { finishSecond: true },
      SENTENCES['over-24-hours'],
    ],
  ])('case %s: database and domain agree', async (_, workDate, start, finish, more, expected) => {
    const shift: Shift = { workDate, start, finish, zone, breaks: 0, startSecond: false, finishSecond: false, ...more };
    expect([await databaseResults([shift]), domainResult(shift)]).toEqual([[expected], expected]);
  });

  test('missing breaks count as none', async () => {
    const [row] = await backend.sql(
      `select public.minutes_text('2026-11-20', '08:00', '16:00', null, $1, false, false) as result`,
      [zone],
    );
    expect(row).toEqual({ result: '480 480' });
  });
});

describe('an entry', () => {
  let owner: Person;
  beforeAll(async () => {
    owner = await backend.user();
  });
  const logWork = async (zone: Zone, times: object) => {
    await backend.sql(`update public.farm_settings set time_zone = $1 where user_id = $2`, [zone, owner.id]);
    const { data, error } = await owner
      .from('works')
      .insert({
        customer: 'Hill Farm',
        task_name: 'Hedges',
        chargeable_unit: 'hour',
        rate: 45,
        work_date: '2025-10-25',
        ...times,
      })
      .select('work_date, start_time, finish_time, breaks, quantity, total_time, total_value')
      .single();
    return error ? error.message : data;
  };
  test.each(ZONES)('is paid by the worked minutes on nights with a clock change in %s', async (zone) => {
    expect(await logWork(zone, { start_time: '22:00', finish_time: '06:00' })).toEqual({
      work_date: '2025-10-25',
      start_time: '22:00:00',
      finish_time: '06:00:00',
      breaks: 0,
      quantity: 9,
      total_time: 9,
      total_value: 405,
    });
    expect(
      await logWork(zone, { start_time: '22:00', finish_time: '06:00', breaks: 30, work_date: '2026-03-28' }),
    ).toMatchObject({
      quantity: 6.5,
      total_value: 292.5,
    });
    expect(await logWork(zone, { start_time: '22:00', finish_time: '01:30', finish_second: true })).toMatchObject({
      total_time: 4.5,
    });
  });
  test('is refused with the domain’s message if its times are invalid', async () => {
    expect(await logWork('Europe/London', { start_time: '08:00', finish_time: '08:00' })).toBe(SENTENCES.same);
    expect(await logWork('Europe/London', { start_time: '08:00', finish_time: '09:00', breaks: 60 })).toBe(
      SENTENCES['breaks-too-long'],
    );
    expect(await logWork('Europe/London', { work_date: '2025-10-26', start_time: '00:30', finish_time: '00:29' })).toBe(
      SENTENCES['over-24-hours'],
    );
  });
});
