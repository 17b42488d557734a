// Breaks and rest: which warnings are shown in each region. Nothing is ever refused.
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import file from '@/domain/rules/data/working-time-2026-11-30.json';
import { averageWarning, averageWeek, restWarnings, restWarningsByAge } from '@/domain/hours/rest-warnings';
import { WORKING_TIME } from '@/domain/hours/working-time';
import type { Break } from '@/domain/hours/breaks';
import { addDays, type Region } from '@/domain/core/time';

const MONDAY = '2026-11-16';
/** The week of MONDAY is over, the next one is not. */
const CLOCK = { zone: 'Europe/London', today: '2026-11-23' } as const;
const at = (date: string, time: string) => `${date}T${time}:00Z`;
type BreakFields = { breaks?: Break[]; manualBreakMin?: number | null };
const shift = (date: string, start: string, finish: string | null, more: BreakFields = {}) => ({
  clockInAt: at(date, start),
  clockOutAt: finish && at(finish < start ? addDays(date, 1) : date, finish),
  workDate: date,
  breaks: [],
  manualBreakMin: 60,
  ...more,
});
const warningsFor = (shifts: ReturnType<typeof shift>[], region: Region = 'england', weeks = [MONDAY]) =>
  restWarnings(shifts, weeks, WORKING_TIME[region], CLOCK).map(({ kind, date, words }) => `${kind} ${date} ${words}`);

test('every figure of every region has a source that was read, and no figure is in the code', () => {
  const sourced = (head: v.GenericSchema[]) =>
    v.tupleWithRest([...head, v.picklist(Object.keys(file.sources)), v.picklist(['read', 'secondary'])], v.string());
  const count = v.pipe(v.number(), v.minValue(0.25));
  const hours = sourced([count, v.literal('h')]);
  const rests = sourced([v.picklist([1, 2]), count, v.literal('h')]);
  const breaks = v.array(sourced([v.tuple([count, v.literal('h')]), v.tuple([count, v.literal('min')])]));
  const shared = { breaks, dailyRest: hours, weeklyRest: rests };
  const regime = v.strictObject({
    ...shared,
    law: v.string(),
    insteadOfWeeklyRest: v.picklist(['two-in-fortnight', 'two-in-next-week']),
    averageWeek: hours,
    averageOver: sourced([count, v.literal('weeks')]),
    mayOptOut: sourced([v.boolean()]),
    young: v.strictObject({ ...shared, day: hours, week: hours }),
  });
  expect(v.safeParse(v.record(v.picklist(['uk', 'ireland']), regime), file.regimes).issues).toBeUndefined();
  for (const source of Object.values(file.sources)) expect(source[1]).toMatch(/^https?:\/\//);
  expect(readFileSync('src/domain/hours/working-time.ts', 'utf8')).not.toMatch(/\d\.\d|: \d/);
});

describe('breaks', () => {
  const day = (finish: string, manualBreakMin: number | null, breaks: Break[] = []) =>
    shift(MONDAY, '08:00', finish, { manualBreakMin, breaks });

  test('in Great Britain a break of 20 minutes is due for more than six hours', () => {
    expect(warningsFor([day('14:00', 0)])).toEqual([]);
    expect(warningsFor([day('14:01', 19)])).toEqual([`break ${MONDAY} 6 h 01 with less than 20 min break.`]);
    expect(warningsFor([day('14:01', 20)])).toEqual([]);
  });

  test('in Ireland a break of 15 minutes is due for more than four and a half hours, one of 30 for more than six', () => {
    expect(warningsFor([day('12:30', 0)], 'ireland')).toEqual([]);
    expect(warningsFor([day('12:31', 14)], 'ireland')).toEqual([`break ${MONDAY} 4 h 31 with less than 15 min break.`]);
    expect(warningsFor([day('12:31', 15)], 'ireland')).toEqual([]);
    expect(warningsFor([day('14:01', 29)], 'ireland')).toEqual([`break ${MONDAY} 6 h 01 with less than 30 min break.`]);
    expect(warningsFor([day('14:01', 30)], 'ireland')).toEqual([]);
  });

  test('a paid break counts as a break, a change from one job to the next does not', () => {
    const paid = { start: at(MONDAY, '11:00'), end: at(MONDAY, '11:20'), paid: true };
    expect(warningsFor([day('15:00', null, [paid])])).toEqual([]);
    const jobs = [
      shift(MONDAY, '08:00', '12:00', { manualBreakMin: null }),
      shift(MONDAY, '12:00', '15:00', { manualBreakMin: null }),
    ];
    expect(warningsFor(jobs)).toEqual([`break ${MONDAY} 7 h with less than 20 min break.`]);
  });

  test('a running shift causes no warning', () => {
    expect(warningsFor([shift(MONDAY, '01:00', null)])).toEqual([]);
  });
});

describe('rest between days', () => {
  const evening = (finish: string) => shift(MONDAY, '12:00', finish);
  const next = shift(addDays(MONDAY, 1), '07:00', '12:00');

  test('eleven hours are enough, a minute less causes a warning with advice', () => {
    expect(warningsFor([evening('20:00'), next])).toEqual([]);
    expect(warningsFor([evening('20:01'), next])).toEqual([
      'daily-rest 2026-11-17 Only 10 h 59 rest before Tue 17 Nov. Give the rest back later.',
    ]);
  });

  test('more than thirteen hours from start to finish leave no eleven hours of rest within 24', () => {
    expect(warningsFor([shift(MONDAY, '06:00', '19:00')])).toEqual([]);
    expect(warningsFor([shift(MONDAY, '06:00', '19:01')])).toEqual([
      `daily-rest ${MONDAY} Less than 11 h rest in 24 h. Give the rest back later.`,
    ]);
  });

  test('a gap of seven hours between two shifts of one day causes no warning', () => {
    expect(warningsFor([shift(MONDAY, '06:00', '09:00'), shift(MONDAY, '16:00', '18:00'), next])).toEqual([]);
  });
});

describe('a day off', () => {
  const days = (from: string, count: number) =>
    Array.from({ length: count }, (_, at) => shift(addDays(from, at), '08:00', '16:00'));

  test('seven days at work cause a warning, six do not', () => {
    expect(warningsFor(days(MONDAY, 6))).toEqual([]);
    expect(warningsFor(days(MONDAY, 7), 'ireland')).toEqual([
      'weekly-rest 2026-11-22 No 24 h off in the week of Mon 16 Nov. Give the rest back later.',
    ]);
  });

  test('in Great Britain two days off in the week before are enough', () => {
    const before = days(addDays(MONDAY, -7), 5);
    expect(warningsFor([...before, ...days(MONDAY, 7)])).toEqual([]);
    expect(warningsFor([...days(addDays(MONDAY, -7), 6), ...days(MONDAY, 7)])).toEqual([
      'weekly-rest 2026-11-22 No 24 h off in the week of Mon 16 Nov. Give the rest back later.',
    ]);
    expect(warningsFor([...before, ...days(MONDAY, 7)], 'ireland')).toHaveLength(1);
  });

  test('in Ireland two days off in the week after are enough, once that week is over', () => {
    const rested = [...days(MONDAY, 7), ...days(addDays(MONDAY, 7), 5)];
    const warnings = (shifts: typeof rested, today: string, region: Region = 'ireland') =>
      restWarnings(shifts, [MONDAY], WORKING_TIME[region], { zone: 'Europe/Dublin', today });
    expect(warnings(rested, '2026-11-30')).toEqual([]);
    expect(warnings(rested, '2026-11-29')).toHaveLength(1);
    expect(warnings([...days(addDays(MONDAY, -7), 7), ...rested], '2026-11-30', 'england')).toHaveLength(1);
    expect(warnings([...rested, ...days(addDays(MONDAY, 12), 1)], '2026-11-30')).toHaveLength(1);
  });
});

describe('under 18', () => {
  const warningsByAge = (turns18On: string | null, shifts: ReturnType<typeof shift>[], region: Region = 'england') =>
    restWarningsByAge(turns18On, shifts, [MONDAY], WORKING_TIME[region], CLOCK).map(
      ({ kind, date, words }) => `${kind} ${date} ${words}`,
    );
  const shiftOf4h31 = shift(MONDAY, '08:00', '12:31', { manualBreakMin: 29 });

  test('a break of 30 minutes is due for more than four and a half hours, until the 18th birthday', () => {
    const words = [`break ${MONDAY} 4 h 31 with less than 30 min break.`];
    expect(warningsByAge('2026-11-17', [shiftOf4h31])).toEqual(words);
    expect(warningsByAge(MONDAY, [shiftOf4h31])).toEqual([]);
    expect(warningsByAge(null, [shiftOf4h31])).toEqual([]);
    expect(warningsByAge('2026-11-17', [{ ...shiftOf4h31, manualBreakMin: 30 }])).toEqual([]);
  });

  test('twelve hours of rest are due, where an adult has eleven', () => {
    const days = [shift(MONDAY, '12:00', '19:01'), shift('2026-11-17', '07:00', '11:00')];
    expect(warningsByAge('2030-01-01', days)).toEqual([
      'daily-rest 2026-11-17 Only 11 h 59 rest before Tue 17 Nov. Give the rest back later.',
    ]);
    expect(warningsByAge(null, days)).toEqual([]);
  });

  test('more than 40 hours in a week, without breaks, cause a warning', () => {
    const days = (last: string) => [
      ...[0, 1, 2, 3, 4].map((at) => shift(addDays(MONDAY, at), '08:00', '16:00')),
      shift(addDays(MONDAY, 5), '08:00', last),
    ];
    const weekly = (last: string, region?: Region) =>
      warningsByAge('2030-01-01', days(last), region).filter((one) => one.startsWith('week '));
    expect(weekly('14:00')).toEqual([]);
    for (const region of ['england', 'ireland'] as const)
      expect(weekly('14:01', region)).toEqual(['week 2026-11-22 40 h 01 this week: more than 40 h, under 18.']);
  });

  test('more than eight hours on a day, without breaks, cause a warning', () => {
    const day = (finish: string) => [shift(MONDAY, '08:00', finish)];
    for (const region of ['england', 'ireland'] as const) {
      expect(warningsByAge('2030-01-01', day('17:00'), region)).toEqual([]);
      expect(warningsByAge('2030-01-01', day('17:01'), region)).toEqual([
        `day ${MONDAY} 8 h 01 this day: more than 8 h, under 18.`,
      ]);
    }
    expect(warningsByAge(MONDAY, day('17:01'))).toEqual([]);
  });

  test('two days off in a week are due: together in Great Britain, also apart in Ireland, and none in another week', () => {
    const on = (...offsets: number[]) => offsets.map((at) => shift(addDays(MONDAY, at), '09:00', '16:00'));
    const apart = on(0, 1, 3, 4, 5);
    expect(warningsByAge('2030-01-01', on(0, 1, 2, 3, 4))).toEqual([]);
    expect(warningsByAge('2030-01-01', apart)).toEqual([
      'weekly-rest 2026-11-22 No 48 h off in the week of Mon 16 Nov. Give the rest back later.',
    ]);
    expect(warningsByAge('2030-01-01', apart, 'ireland')).toEqual([]);
    expect(warningsByAge('2030-01-01', on(-7, 0, 1, 2, 3, 4, 5), 'ireland')).toEqual([
      'weekly-rest 2026-11-22 Not 2 × 24 h off in the week of Mon 16 Nov. Give the rest back later.',
    ]);
  });
});

test('833 h in 17 weeks are 49 h a week, which causes a warning because it is over 48', () => {
  const rules = WORKING_TIME.england;
  expect(averageWeek(833 * 60, 17)).toBe(49 * 60);
  const warning = (paidMin: number) => averageWarning({ paidMin, optedOut: false }, '2026-11-22', rules);
  expect(warning(833 * 60)?.words).toBe('Over 48 h average: 49.0 h a week over 17 weeks.');
  expect(warning(816 * 60)).toBeNull();
  expect(warning(816 * 60 + 1)?.kind).toBe('average');
});

test('who has agreed to more than 48 h is not warned, but in Ireland nobody can agree to it', () => {
  const warning = (region: Region) =>
    averageWarning({ paidMin: 833 * 60, optedOut: true }, '2026-11-22', WORKING_TIME[region])?.kind ?? null;
  expect((['england', 'wales', 'scotland', 'northern_ireland'] as const).map(warning)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(warning('ireland')).toBe('average');
});
