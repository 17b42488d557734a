import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  daysBetween,
  formatDate,
  formatDateLong,
  formatDatePaper,
  formatDuration,
  instantOf,
  isDate,
  isRepeated,
  isSkipped,
  localTimeIn,
  periodPresets,
  roundUpMinutes,
  todayIn,
  weekday,
  workMinutes,
  type WorkTimes,
  type Zone,
} from '@/domain/time';

const ZONES: Zone[] = ['Europe/London', 'Europe/Dublin'];
const hhmm = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
const anyDate = fc.integer({ min: 0, max: 73_000 }).map((n) => addDays('2000-01-01', n));
const anyTime = fc.integer({ min: 0, max: 1439 }).map(hhmm);

// '24 Oct 22:00-06:00' as arguments
const shift = (workDate: string, start: string, finish: string, more: Partial<WorkTimes> = {}): WorkTimes => ({
  workDate,
  start,
  finish,
  breaks: 0,
  zone: 'Europe/London',
  ...more,
});

/** Every instant at which a zone's clocks show a wall time, from Intl alone: minutes since 1970 by 'date time'. */
function walls(zone: Zone, from: string, days: number): Map<string, number[]> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const start = Date.parse(`${from}T00:00:00Z`) / 60_000 - 120;
  const shown = new Map<string, number[]>();
  for (let at = start; at < start + days * 1440 + 240; at += 1) {
    const wall = format.format(new Date(at * 60_000));
    shown.set(wall, [...(shown.get(wall) ?? []), at]);
  }
  return shown;
}

describe.each(ZONES)('case 9: worked minutes in %s', (zone) => {
  test.each([
    ['case 1', '2026-10-16', '18:30', '02:45', 30, 465, true],
    ['case 3, M7', '2026-10-24', '22:00', '06:00', 0, 540, true],
    ['M7', '2026-03-28', '22:00', '06:00', 0, 420, true],
    ['case 4', '2027-03-27', '22:00', '06:00', 0, 420, true],
    ['case 5, no answer', '2026-10-24', '22:00', '01:30', 0, 210, true],
    ['case 6', '2026-10-25', '01:30', '01:15', 0, 45, false],
    ['case 8', '2026-10-23', '22:00', '06:00', 0, 480, true],
    ['case 11', '2026-12-31', '22:00', '02:00', 0, 240, true],
    ['case 12', '2028-02-29', '08:00', '09:00', 0, 60, false],
    ['case 14', '2026-11-20', '08:00', '16:00', null, 480, false],
    ['3.3', '2026-11-20', '13:10', '21:00', 30, 440, false],
    ['the short day', '2027-03-28', '00:00', '23:59', 0, 1379, false],
    ['nearly a day', '2026-11-20', '08:00', '07:59', 0, 1439, true],
    ['nearly a day into the short night', '2027-03-27', '08:00', '07:59', 0, 1379, true],
    ['across the repeated hour', '2026-10-25', '00:30', '02:30', 0, 180, false],
    ['across the skipped hour', '2027-03-28', '00:30', '02:30', 0, 60, false],
  ])('%s: %s %s to %s', (_, date, start, finish, breaks, minutes, nextDay) => {
    const result = workMinutes(shift(date, start, finish, { breaks, zone }));
    expect(result).toEqual({ ok: true, elapsed: minutes + (breaks ?? 0), minutes, nextDay });
  });

  test.each([
    ['case 2', shift('2026-11-20', '08:00', '08:00'), 'same'],
    ['case 14', shift('2026-11-20', '08:00', '16:00', { breaks: 480 }), 'breaks-too-long'],
    ['case 14', shift('2026-11-20', '08:00', '16:00', { breaks: 481 }), 'breaks-too-long'],
    ['25 h', shift('2026-10-24', '10:00', '09:30'), 'over-24-hours'],
    ['the long day less a minute', shift('2026-10-25', '00:00', '23:59'), 'over-24-hours'],
    ['only a start', shift('2026-11-20', '08:00', '', {}), 'incomplete'],
    ['only a finish', { ...shift('2026-11-20', '', '09:00'), start: null }, 'incomplete'],
    ['case 12', shift('2027-02-29', '08:00', '09:00'), 'incomplete'],
    ['no clock shows it', shift('2026-11-20', '24:00', '25:00'), 'incomplete'],
    ['breaks below nothing', shift('2026-11-20', '08:00', '09:00', { breaks: -1 }), 'incomplete'],
    ['half a minute of break', shift('2026-11-20', '08:00', '09:00', { breaks: 0.5 }), 'incomplete'],
    ['a skipped start that lands on the finish', shift('2027-03-28', '01:30', '02:30'), 'same'],
    ['a skipped start that passes the finish', shift('2027-03-28', '01:30', '02:15'), 'same'],
  ])('%s is refused', (_, times, reason) => {
    expect(workMinutes({ ...times, zone })).toEqual({ ok: false, reason });
  });

  test('case 14: one minute less than the shift is a break', () => {
    expect(workMinutes(shift('2026-11-20', '08:00', '16:00', { breaks: 479, zone }))).toMatchObject({ minutes: 1 });
  });

  test('case 5: the second 01:30 makes it an hour more', () => {
    const answered = shift('2026-10-24', '22:00', '01:30', { zone, finishSecond: true });
    expect(workMinutes(answered)).toMatchObject({ minutes: 270, nextDay: true });
    expect(workMinutes(shift('2026-10-25', '01:30', '06:00', { zone }))).toMatchObject({ minutes: 330 });
    expect(workMinutes(shift('2026-10-25', '01:30', '06:00', { zone, startSecond: true }))).toMatchObject({
      minutes: 270,
    });
  });

  test('case 6: a second start cannot be followed by a second finish before it; that is the next day', () => {
    expect(workMinutes(shift('2026-10-25', '01:30', '01:15', { zone, startSecond: true }))).toMatchObject({
      minutes: 1425,
      nextDay: true,
    });
  });

  test('an answer means nothing for a time that comes once', () => {
    const plain = shift('2026-11-20', '08:00', '16:00', { zone });
    expect(workMinutes({ ...plain, startSecond: true, finishSecond: true })).toEqual(workMinutes(plain));
  });

  test('case 7: times that the clocks jumped over move on by the hour', () => {
    expect(workMinutes(shift('2027-03-28', '01:30', '06:00', { zone }))).toEqual({
      ok: true,
      elapsed: 210,
      minutes: 210,
      nextDay: false,
      movedStart: '02:30',
    });
    expect(workMinutes(shift('2027-03-27', '22:00', '01:15', { zone }))).toEqual({
      ok: true,
      elapsed: 195,
      minutes: 195,
      nextDay: true,
      movedFinish: '02:15',
    });
    expect(instantOf('2027-03-28', '01:30', zone)).toBe('2027-03-28T01:30:00.000Z');
  });

  test('the database writes seconds behind its times', () => {
    expect(workMinutes(shift('2026-10-16', '18:30:00', '02:45:00', { zone }))).toMatchObject({ minutes: 495 });
  });

  test.each([
    ['2026-10-24', 3],
    ['2027-03-27', 3],
    ['2026-03-28', 3],
    ['2024-10-26', 3],
  ])('M7: every minute from %s agrees with the zone tables', (from, days) => {
    const shown = walls(zone, from, days);
    const wrong: string[] = [];
    for (let n = 0; n < days * 1440; n += 1) {
      const date = addDays(from, Math.floor(n / 1440));
      const time = hhmm(n % 1440);
      const instants = shown.get(`${date} ${time}`) ?? [];
      const [first] = instants;
      const asMinutes = (second: boolean) => Date.parse(instantOf(date, time, zone, second)) / 60_000;
      const good =
        first === undefined
          ? isSkipped(date, time, zone) && shown.get(`${date} ${hhmm((n % 1440) + 60)}`)?.[0] === asMinutes(false)
          : !isSkipped(date, time, zone) &&
            isRepeated(date, time, zone) === instants.length > 1 &&
            asMinutes(false) === first &&
            asMinutes(true) === instants.at(-1);
      if (!good) wrong.push(`${date} ${time}`);
    }
    expect(wrong).toEqual([]);
  });

  test('M7: 60 minutes are repeated and 60 skipped, no more and no fewer', () => {
    const minutes = Array.from({ length: 1440 }, (_, n) => hhmm(n));
    expect(minutes.filter((time) => isRepeated('2026-10-25', time, zone))).toEqual(minutes.slice(60, 120));
    expect(minutes.filter((time) => isSkipped('2027-03-28', time, zone))).toEqual(minutes.slice(60, 120));
    expect(
      minutes.filter((time) => isRepeated('2026-10-24', time, zone) || isSkipped('2026-10-26', time, zone)),
    ).toEqual([]);
  });

  test('every finish of the autumn night, from two starts, is worth the minutes between its instants', () => {
    const shown = walls(zone, '2026-10-24', 3);
    const at = (wall: string, which: 0 | -1) => shown.get(wall)?.at(which) ?? NaN;
    for (const [date, start] of [
      ['2026-10-24', '20:00'],
      ['2026-10-25', '00:10'],
    ] as const) {
      for (let n = 1; n <= 600; n += 1) {
        const clock = (Number(start.slice(0, 2)) * 60 + Number(start.slice(3)) + n) % 1440;
        const finish = hhmm(clock);
        const day = finish < start ? addDays(date, 1) : date;
        for (const finishSecond of [false, true]) {
          const expected = at(`${day} ${finish}`, finishSecond ? -1 : 0) - at(`${date} ${start}`, 0);
          expect(workMinutes(shift(date, start, finish, { zone, finishSecond }))).toMatchObject({ minutes: expected });
        }
      }
    }
  });
});

test('property: minutes are never negative, never more than a day, and less than elapsed only by the breaks', () => {
  const nights = fc.constantFrom('2026-10-24', '2026-10-25', '2026-10-26', '2027-03-27', '2027-03-28');
  fc.assert(
    fc.property(
      fc.oneof(anyDate, nights),
      anyTime,
      anyTime,
      fc.integer({ min: 0, max: 1500 }),
      fc.constantFrom(...ZONES),
      fc.boolean(),
      fc.boolean(),
      (workDate, start, finish, breaks, zone, startSecond, finishSecond) => {
        const result = workMinutes({ workDate, start, finish, breaks, zone, startSecond, finishSecond });
        if (!result.ok) return;
        expect(result.minutes).toBeGreaterThan(0);
        expect(result.elapsed).toBeLessThanOrEqual(1440);
        expect(result.elapsed - result.minutes).toBe(breaks);
      },
    ),
    { numRuns: 2000 },
  );
});

describe('plain dates', () => {
  test.each(['2028-02-29', '2026-11-20', '2000-01-01', '0001-01-01', '9999-12-31'])('%s is a date', (text) => {
    expect(isDate(text)).toBe(true);
  });
  test.each([
    '2027-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-11-31',
    '0000-01-01',
    '26-11-20',
    '20/11/2026',
    '2026-11-20T00:00',
    '2026-11-2',
    '',
    'tomorrow',
    '+2026-11-20',
    '２026-11-20',
  ])('case 12: %j is none', (text) => {
    expect(isDate(text)).toBe(false);
  });

  test.each([
    ['case 13', '2026-08-31', 6, '2027-02-28'],
    ['case 12', '2028-02-29', 12, '2029-02-28'],
    ['to a leap day', '2027-08-31', 6, '2028-02-29'],
    ['back over the year', '2026-01-31', -2, '2025-11-30'],
    ['a century that is no leap year', '2096-02-29', 48, '2100-02-28'],
    ['nothing', '2026-05-31', 0, '2026-05-31'],
  ])('%s: %s + %d months is %s', (_, date, months, result) => {
    expect(addMonths(date, months)).toBe(result);
  });

  test('days are counted, whatever the clocks do', () => {
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
    expect(daysBetween('2027-03-29', '2027-03-27')).toBe(-2);
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4000, max: 4000 }), (date, n) => {
        expect(daysBetween(date, addDays(date, n))).toBe(n);
        expect(isDate(addDays(date, n))).toBe(true);
        expect(weekday(addDays(date, 7 * n))).toBe(weekday(date));
      }),
    );
  });

  test.each([
    ['2026-11-20', 5],
    ['2026-10-25', 7],
    ['2026-10-26', 1],
    ['1969-12-31', 3],
    ['1900-01-01', 1],
  ])('%s is weekday %d', (date, day) => {
    expect(weekday(date)).toBe(day);
  });

  test('M7, case 23: today and the time are the farm zone’s, not the machine’s', () => {
    const lateBst = new Date('2026-05-31T23:30:00Z');
    expect(todayIn('Europe/London', lateBst)).toBe('2026-06-01');
    expect(localTimeIn('Europe/London', lateBst)).toBe('00:30');
    const winter = new Date('2026-12-31T23:59:59Z');
    expect(todayIn('Europe/Dublin', winter)).toBe('2026-12-31');
    expect(localTimeIn('Europe/Dublin', winter)).toBe('23:59');
    expect(localTimeIn('Europe/London', new Date('2026-10-25T01:15:00Z'))).toBe('01:15');
  });
});

describe('words', () => {
  test('dates on screen and on paper', () => {
    expect(formatDate('2026-11-20')).toBe('Fri 20 Nov');
    expect(formatDate('2026-11-02', '2026-01-01')).toBe('Mon 2 Nov');
    expect(formatDate('2025-11-20', '2026-11-20')).toBe('Thu 20 Nov 2025');
    expect(formatDateLong('2026-11-20')).toBe('Friday 20 November');
    expect(formatDateLong('2026-11-20', '2026-12-01')).toBe('Friday 20 November');
    expect(formatDateLong('2027-03-28', '2026-11-20')).toBe('Sunday 28 March 2027');
    expect(formatDatePaper('2026-11-20')).toBe('20/11/2026');
    expect(formatDatePaper('2026-06-01')).toBe('01/06/2026');
  });

  test.each([
    [440, '7 h 20'],
    [545, '9 h 05'],
    [540, '9 h'],
    [37, '0 h 37'],
    [0, '0 h'],
    [6000, '100 h'],
  ])('%d minutes', (minutes, text) => {
    expect(formatDuration(minutes)).toBe(text);
  });

  test.each([
    ['case 33', 451, 15, 465],
    ['case 33', 450, 15, 450],
    ['exact', 451, 0, 451],
    ['six minutes', 1, 6, 6],
    ['half hours', 31, 30, 60],
    ['nothing worked', 0, 15, 0],
  ])('%s: %d minutes in steps of %d', (_, minutes, step, billed) => {
    expect(roundUpMinutes(minutes, step)).toBe(billed);
  });
});

describe('periods', () => {
  const spans = (today: string, region: Parameters<typeof periodPresets>[1]) =>
    Object.fromEntries(periodPresets(today, region).map(({ id, from, to }) => [id, `${from} ${to}`]));

  test('a Friday in November', () => {
    expect(spans('2026-11-20', 'england')).toEqual({
      today: '2026-11-20 2026-11-20',
      'this-week': '2026-11-16 2026-11-22',
      'this-month': '2026-11-01 2026-11-30',
      'last-month': '2026-10-01 2026-10-31',
      'tax-year': '2026-04-06 2027-04-05',
    });
  });
  test('case 20: the week of the clock change is 19 to 25 October, on its Monday and on its Sunday', () => {
    for (const day of ['2026-10-19', '2026-10-24', '2026-10-25']) {
      expect(spans(day, 'wales')['this-week']).toBe('2026-10-19 2026-10-25');
    }
  });
  test.each([
    ['2026-04-05', 'england', '2025-04-06 2026-04-05'],
    ['2026-04-06', 'scotland', '2026-04-06 2027-04-05'],
    ['2026-01-01', 'northern_ireland', '2025-04-06 2026-04-05'],
    ['2026-01-01', 'ireland', '2026-01-01 2026-12-31'],
    ['2026-12-31', 'ireland', '2026-01-01 2026-12-31'],
  ] as const)('the tax year of %s in %s', (today, region, span) => {
    expect(spans(today, region)['tax-year']).toBe(span);
  });
  test('January and leap February', () => {
    expect(spans('2027-01-15', 'england')['last-month']).toBe('2026-12-01 2026-12-31');
    expect(spans('2028-02-10', 'england')['this-month']).toBe('2028-02-01 2028-02-29');
    expect(spans('2028-03-31', 'england')['last-month']).toBe('2028-02-01 2028-02-29');
  });
  test('labels', () => {
    expect(periodPresets('2026-11-20', 'england').map((preset) => preset.label)).toEqual([
      'Today',
      'This week',
      'This month',
      'Last month',
      'Tax year',
    ]);
  });
});
