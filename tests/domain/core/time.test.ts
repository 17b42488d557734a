import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, instantOf, isRepeated, isSkipped, workMinutes, type WorkTimes, type Zone } from '@/domain/core/time';

const ZONES: Zone[] = ['Europe/London', 'Europe/Dublin'];
const hhmm = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
const anyDate = fc.integer({ min: 0, max: 73_000 }).map((n) => addDays('2000-01-01', n));
const anyTime = fc.integer({ min: 0, max: 1439 }).map(hhmm);

/** A shift that starts on this date: shift('2026-10-24', '22:00', '06:00'). */
const shift = (workDate: string, start: string, finish: string, more: Partial<WorkTimes> = {}): WorkTimes => ({
  workDate,
  start,
  finish,
  breaks: 0,
  zone: 'Europe/London',
  ...more,
});

/** Every instant at which a zone's clocks show a local time, from Intl alone: minutes since 1970 by 'date time'. */
function instantsByLocalTime(zone: Zone, from: string, days: number): Map<string, number[]> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const start = Date.parse(`${from}T00:00:00Z`) / 60_000 - 120;
  const shown = new Map<string, number[]>();
  for (let at = start; at < start + days * 1440 + 240; at += 1) {
    const wall = format.format(new Date(at * 60_000));
    shown.set(wall, [...(shown.get(wall) ?? []), at]);
  }
  return shown;
}

describe.each(ZONES)('worked minutes in %s (case 9)', (zone) => {
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
    ['an afternoon with a break', '2026-11-20', '13:10', '21:00', 30, 440, false],
    ['a day of 23 hours', '2027-03-28', '00:00', '23:59', 0, 1379, false],
    ['nearly a day', '2026-11-20', '08:00', '07:59', 0, 1439, true],
    ['nearly a day, to the end of a night that is an hour short', '2027-03-27', '08:00', '07:59', 0, 1379, true],
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
    ['a day of 25 hours, less a minute', shift('2026-10-25', '00:00', '23:59'), 'over-24-hours'],
    ['only a start', shift('2026-11-20', '08:00', '', {}), 'incomplete'],
    ['only a finish', { ...shift('2026-11-20', '', '09:00'), start: null }, 'incomplete'],
    ['case 12', shift('2027-02-29', '08:00', '09:00'), 'incomplete'],
    ['a time that no clock shows', shift('2026-11-20', '24:00', '25:00'), 'incomplete'],
    ['negative breaks', shift('2026-11-20', '08:00', '09:00', { breaks: -1 }), 'incomplete'],
    ['half a minute of break', shift('2026-11-20', '08:00', '09:00', { breaks: 0.5 }), 'incomplete'],
    ['a skipped start that lands on the finish', shift('2027-03-28', '01:30', '02:30'), 'same'],
    ['a skipped start that passes the finish', shift('2027-03-28', '01:30', '02:15'), 'same'],
  ])('%s is refused', (_, times, reason) => {
    expect(workMinutes({ ...times, zone })).toEqual({ ok: false, reason });
  });

  test('a break one minute shorter than the shift is allowed (case 14)', () => {
    expect(workMinutes(shift('2026-11-20', '08:00', '16:00', { breaks: 479, zone }))).toMatchObject({ minutes: 1 });
  });

  test('choosing the second 01:30 adds an hour (case 5)', () => {
    const answered = shift('2026-10-24', '22:00', '01:30', { zone, finishSecond: true });
    expect(workMinutes(answered)).toMatchObject({ minutes: 270, nextDay: true });
    expect(workMinutes(shift('2026-10-25', '01:30', '06:00', { zone }))).toMatchObject({ minutes: 330 });
    expect(workMinutes(shift('2026-10-25', '01:30', '06:00', { zone, startSecond: true }))).toMatchObject({
      minutes: 270,
    });
  });

  test('after a start in the second pass, an earlier finish is on the next day (case 6)', () => {
    expect(workMinutes(shift('2026-10-25', '01:30', '01:15', { zone, startSecond: true }))).toMatchObject({
      minutes: 1425,
      nextDay: true,
    });
  });

  test('choosing a pass has no effect on a time that occurs once', () => {
    const plain = shift('2026-11-20', '08:00', '16:00', { zone });
    expect(workMinutes({ ...plain, startSecond: true, finishSecond: true })).toEqual(workMinutes(plain));
  });

  test('times in the skipped hour move on by an hour (case 7)', () => {
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

  test('times from the database have seconds', () => {
    expect(workMinutes(shift('2026-10-16', '18:30:00', '02:45:00', { zone }))).toMatchObject({ minutes: 495 });
  });

  test.each([
    ['2026-10-24', 3],
    ['2027-03-27', 3],
    ['2026-03-28', 3],
    ['2024-10-26', 3],
  ])('every minute from %s matches the zone tables (M7)', (from, days) => {
    const shown = instantsByLocalTime(zone, from, days);
    const wrong: string[] = [];
    for (let n = 0; n < days * 1440; n += 1) {
      const date = addDays(from, Math.floor(n / 1440));
      const time = hhmm(n % 1440);
      const instants = shown.get(`${date} ${time}`) ?? [];
      const [first] = instants;
      const asMinutes = (isSecondOccurrence: boolean) =>
        Date.parse(instantOf(date, time, zone, isSecondOccurrence)) / 60_000;
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

  test('exactly 60 minutes are repeated and 60 skipped (M7)', () => {
    const minutes = Array.from({ length: 1440 }, (_, n) => hhmm(n));
    expect(minutes.filter((time) => isRepeated('2026-10-25', time, zone))).toEqual(minutes.slice(60, 120));
    expect(minutes.filter((time) => isSkipped('2027-03-28', time, zone))).toEqual(minutes.slice(60, 120));
    expect(
      minutes.filter((time) => isRepeated('2026-10-24', time, zone) || isSkipped('2026-10-26', time, zone)),
    ).toEqual([]);
  });

  test('every finish of the autumn night, from two starts, gives the minutes between its instants', () => {
    const shown = instantsByLocalTime(zone, '2026-10-24', 3);
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

test('property: minutes are never negative, never more than a day, and differ from elapsed only by the breaks', () => {
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
