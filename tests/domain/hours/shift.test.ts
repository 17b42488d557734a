// Shifts: minutes by stored instants on both nights with a clock change in both zones, breaks, overlaps, and refusals.
import { describe, expect, test } from 'vitest';
import { breaksOf } from '@/domain/hours/breaks';
import {
  breaksUntil,
  toServerTime,
  endBreak,
  isCounted,
  isLong,
  overlapping,
  shiftMinutes,
  shiftState,
  shiftWords,
  skewWords,
  splitAtMidnight,
  startBreak,
  timesProblem,
  wholeMinutes,
  type Shift,
} from '@/domain/hours/shift';
import { addDays, instantOf, localTimeIn, todayIn, workMinutes, type Zone } from '@/domain/core/time';

const ZONES: Zone[] = ['Europe/London', 'Europe/Dublin'];
const LONDON = ZONES[0] ?? 'Europe/London';
const NOW = new Date('2027-06-01T12:00:00Z');

const shift = (clockInAt: string, clockOutAt: string | null, more: Partial<Shift> = {}): Shift => ({
  id: 'a',
  employeeId: 'sam',
  clockInAt,
  clockOutAt,
  workDate: todayIn(LONDON, new Date(clockInAt)),
  breaks: [],
  manualBreakMin: null,
  status: 'open',
  ...more,
});
const local = (zone: Zone, from: [string, string], to: [string, string], more: Partial<Shift> = {}) =>
  shift(instantOf(...from, zone), instantOf(...to, zone), { workDate: from[0], ...more });
const minutes = (one: Shift) => shiftMinutes(one, NOW);
const halfHourBreak = (start: string, paid = false) => ({
  start,
  end: new Date(Date.parse(start) + 30 * 60_000).toISOString(),
  paid,
});

describe.each(ZONES)('in %s', (zone) => {
  test('18:30 to 02:45 with 30 min break is 7 h 45 and belongs to its first day (case 1)', () => {
    const late = local(zone, ['2026-10-16', '18:30'], ['2026-10-17', '02:45'], {
      breaks: [halfHourBreak('2026-10-16T20:00:00Z')],
    });
    expect(minutes(late)).toEqual({ gross: 495, unpaid: 30, paid: 465 });
    expect(splitAtMidnight(late, zone, NOW)).toEqual([330, 165]);
  });

  test('the night the clocks go back has 9 h from 22:00 to 06:00 (case 3)', () => {
    const night = local(zone, ['2026-10-24', '22:00'], ['2026-10-25', '06:00']);
    expect(night).toMatchObject({ clockInAt: '2026-10-24T21:00:00.000Z', clockOutAt: '2026-10-25T06:00:00.000Z' });
    expect(minutes(night).paid).toBe(540);
    expect(minutes({ ...night, breaks: [halfHourBreak('2026-10-25T00:30:00Z')] }).paid).toBe(510);
    expect(splitAtMidnight(night, zone, NOW)).toEqual([120, 420]);
  });

  test('the night the clocks go forward has 7 h (case 4)', () => {
    const night = local(zone, ['2027-03-27', '22:00'], ['2027-03-28', '06:00']);
    expect(minutes(night).paid).toBe(420);
    expect(splitAtMidnight(night, zone, NOW)).toEqual([120, 300]);
  });

  test('22:00 to the repeated 01:30 is 3.5 h or 4.5 h, as chosen (case 5)', () => {
    const before = shift(instantOf('2026-10-24', '22:00', zone), instantOf('2026-10-25', '01:30', zone));
    const after = shift(instantOf('2026-10-24', '22:00', zone), instantOf('2026-10-25', '01:30', zone, true));
    expect([minutes(before).paid, minutes(after).paid]).toEqual([210, 270]);
  });

  test('a finish 45 minutes after the start, but earlier by the clock, counts 45 minutes (case 6)', () => {
    const back = shift('2026-10-25T00:30:00Z', '2026-10-25T01:15:00Z');
    const localTime = (instant: string) => localTimeIn(zone, new Date(instant));
    expect([localTime(back.clockInAt), localTime(back.clockOutAt ?? '')]).toEqual(['01:30', '01:15']);
    expect(minutes(back).paid).toBe(45);
    expect(timesProblem(back, [], { now: NOW, zone })).toBeNull();
  });

  test('a start in the skipped hour is moved an hour later (case 7)', () => {
    const skipped = instantOf('2027-03-28', '01:30', zone);
    expect([skipped, localTimeIn(zone, new Date(skipped))]).toEqual(['2027-03-28T01:30:00.000Z', '02:30']);
  });

  test('the night before the change is an ordinary one (case 8)', () => {
    expect(minutes(local(zone, ['2026-10-23', '22:00'], ['2026-10-24', '06:00'])).paid).toBe(480);
  });

  test('every quarter hour of both nights gives the same minutes as a job (case 9)', () => {
    for (const night of ['2026-10-24', '2027-03-27']) {
      const next = night === '2026-10-24' ? '2026-10-25' : '2027-03-28';
      for (let at = 0; at < 24; at += 1) {
        const finish = `0${Math.floor(at / 4)}:${String((at % 4) * 15).padStart(2, '0')}`;
        const asJob = workMinutes({ workDate: night, start: '22:00', finish, breaks: 0, zone });
        expect(asJob.ok && asJob.minutes, finish).toBe(minutes(local(zone, [night, '22:00'], [next, finish])).paid);
      }
    }
  });

  test('a shift from midnight to midnight has 25 h, 23 h, or 24 h (case 10)', () => {
    const paid = (date: string) => minutes(local(zone, [date, '00:00'], [addDays(date, 1), '00:00'])).paid;
    expect(['2026-10-25', '2027-03-28', '2026-10-24'].map(paid)).toEqual([1500, 1380, 1440]);
  });

  test('a shift over New Year belongs to the old year, two hours on each side (case 11)', () => {
    const eve = local(zone, ['2026-12-31', '22:00'], ['2027-01-01', '02:00']);
    expect([eve.workDate, minutes(eve).paid, splitAtMidnight(eve, zone, NOW)]).toEqual(['2026-12-31', 240, [120, 120]]);
  });
});

test('a shift that starts and ends on one day has nothing on the next', () => {
  expect(splitAtMidnight(shift('2026-11-02T08:00:00Z', '2026-11-02T16:00:00Z'), LONDON, NOW)).toEqual([480, 0]);
});

test('each instant is truncated to its minute before subtracting (case 19)', () => {
  expect(wholeMinutes('2026-11-02T08:00:50Z', '2026-11-02T08:01:30Z')).toBe(1);
  expect(wholeMinutes('2026-11-02T08:00:05Z', '2026-11-02T08:00:45Z')).toBe(0);
  const short = shift('2026-11-02T08:00:05Z', '2026-11-02T08:00:45Z');
  expect(minutes(short)).toEqual({ gross: 0, unpaid: 0, paid: 0 });
  expect(timesProblem(short, [], { now: NOW, zone: LONDON })).toBeNull();
});

describe('breaks', () => {
  const day = shift('2026-11-02T08:00:00Z', '2026-11-02T16:00:00Z');

  test('are paid if marked as paid, and otherwise subtracted', () => {
    const breaks = [halfHourBreak('2026-11-02T10:00:00Z', true), halfHourBreak('2026-11-02T12:00:00Z')];
    expect(minutes({ ...day, breaks })).toEqual({ gross: 480, unpaid: 30, paid: 450 });
  });

  test('are replaced by minutes that are entered afterwards', () => {
    expect(minutes({ ...day, breaks: [halfHourBreak('2026-11-02T10:00:00Z')], manualBreakMin: 45 }).paid).toBe(435);
    expect(minutes({ ...day, breaks: [halfHourBreak('2026-11-02T10:00:00Z')], manualBreakMin: 0 }).paid).toBe(480);
  });

  test('count as unpaid until now while they run', () => {
    const now = new Date('2026-11-02T12:20:00Z');
    const breaks = startBreak([], '2026-11-02T12:00:00Z');
    expect(shiftMinutes({ ...day, clockOutAt: null, breaks }, now)).toEqual({ gross: 260, unpaid: 20, paid: 240 });
  });

  test('are started once, ended once, and end with their shift', () => {
    const first = startBreak([], '2026-11-02T12:00:00Z');
    expect(startBreak(first, '2026-11-02T12:05:00Z')).toEqual(first);
    const ended = [{ start: '2026-11-02T12:00:00Z', end: '2026-11-02T12:30:00Z', paid: false }];
    expect(endBreak(first, '2026-11-02T12:30:00Z')).toEqual(ended);
    expect(endBreak(first, '2026-11-02T12:00:00Z')).toEqual([]);
    expect(breaksUntil(first, '2026-11-02T12:30:00Z')).toEqual(ended);
    // A user who forgot to clock out sets the finish to a time before or during the break.
    expect(breaksUntil(ended, '2026-11-02T11:00:00Z')).toEqual([]);
    expect(breaksUntil(ended, '2026-11-02T12:10:00Z')).toEqual([{ ...ended[0], end: '2026-11-02T12:10:00Z' }]);
  });

  test('are parsed from stored data, and invalid ones are left out', () => {
    const [a, b, c] = ['2026-11-03T10:00:00Z', '2026-11-03T11:00:00Z', '2026-11-03T11:30:00Z'];
    const stored = [
      { start: a, end: null },
      { start: b, end: c, paid: true },
      { end: c },
      { start: 'x', end: c },
      7,
      null,
    ];
    expect(breaksOf(stored)).toEqual([
      { start: a, end: null, paid: false },
      { start: b, end: c, paid: true },
    ]);
    expect([breaksOf(undefined), breaksOf('x')]).toEqual([[], []]);
  });

  test('typed breaks as long as the shift are refused; shorter ones, zero and no entry are accepted (case 14)', () => {
    const problemWith = (manualBreakMin: number | null) =>
      timesProblem({ ...day, manualBreakMin }, [], { now: NOW, zone: LONDON });
    expect(problemWith(480)).toBe('Breaks are longer than the shift.');
    expect([problemWith(479), problemWith(0), problemWith(null)]).toEqual([null, null, null]);
    const all = [{ start: day.clockInAt, end: day.clockOutAt, paid: false }];
    // A clocked break as long as the shift is accepted, and the shift has zero paid minutes.
    const clocked = { ...day, breaks: all };
    expect(timesProblem(clocked, [], { now: NOW, zone: LONDON })).toBeNull();
    expect(shiftMinutes(clocked, NOW)).toEqual({ gross: 480, unpaid: 480, paid: 0 });
  });
});

test('a finish equal to the start, or before it, is refused and does not count as 24 h (case 2)', () => {
  const at = { now: NOW, zone: LONDON };
  expect(timesProblem(shift('2026-11-02T08:00:00Z', '2026-11-02T08:00:00Z'), [], at)).toBe(
    'Finish must be after start.',
  );
  expect(timesProblem(shift('2026-11-02T08:00:00Z', '2026-11-02T07:59:00Z'), [], at)).toBe(
    'Finish must be after start.',
  );
});

test('a shift in the year 26 is refused before it is saved', () => {
  const at = { now: NOW, zone: LONDON };
  const choose = 'Choose a date from the year 2000 on.';
  expect(timesProblem(shift('0026-11-02T08:00:00Z', '0026-11-02T16:00:00Z'), [], at)).toBe(choose);
  expect(timesProblem(shift('1999-12-31T23:59:59Z', '2000-01-01T02:00:00Z'), [], at)).toBe(choose);
  expect(timesProblem(shift('2000-01-01T00:00:00Z', '2000-01-01T02:00:00Z'), [], at)).toBeNull();
});

test('a shift more than five minutes in the future, or longer than a day, is refused', () => {
  const at = { now: new Date('2026-11-02T08:00:00Z'), zone: LONDON };
  expect(timesProblem(shift('2026-11-02T08:05:00Z', null), [], at)).toBeNull();
  expect(timesProblem(shift('2026-11-02T08:05:01Z', null), [], at)).toBe('That is in the future.');
  expect(timesProblem(shift('2026-11-02T07:00:00Z', '2026-11-02T08:06:00Z'), [], at)).toBe('That is in the future.');
  expect(timesProblem(shift('2026-11-01T07:59:00Z', '2026-11-02T08:00:00Z'), [], at)).toBe(
    'More than 24 hours in one entry is not allowed.',
  );
  expect(timesProblem(shift('2026-11-01T08:00:00Z', '2026-11-02T08:00:00Z'), [], at)).toBeNull();
});

test('a shift not clocked out is long after 14 h, forgotten from 24 h on, and never counts as hours (case 15)', () => {
  const forgotten = shift('2026-11-18T06:00:00Z', null);
  const state = (now: string) => shiftState(forgotten, new Date(now));
  expect(state('2026-11-19T05:59:59Z')).toBe('running');
  expect(state('2026-11-19T06:00:00Z')).toBe('forgotten');
  expect(state('2026-11-19T08:00:00Z')).toBe('forgotten');
  expect([isCounted(forgotten), isCounted(shift('2026-11-18T06:00:00Z', '2026-11-18T15:00:00Z'))]).toEqual([
    false,
    true,
  ]);
  expect(isLong(forgotten, new Date('2026-11-18T20:00:00Z'))).toBe(false);
  expect(isLong(forgotten, new Date('2026-11-18T20:00:01Z'))).toBe(true);
});

test('overlapping shifts are found, adjacent ones are not, and those under review do not count (case 18)', () => {
  const morning = shift('2026-11-18T07:30:00Z', '2026-11-18T12:00:00Z', { id: 'morning' });
  const running = shift('2026-11-18T13:00:00Z', null, { id: 'running' });
  const found = (from: string, to: string | null) =>
    overlapping(shift(`2026-11-18T${from}:00Z`, to && `2026-11-18T${to}:00Z`), [running, morning])?.id ?? null;
  expect([found('06:00', '07:30'), found('12:00', '13:00')]).toEqual([null, null]);
  expect([found('06:00', '07:31'), found('11:59', '13:00'), found('12:00', '13:01'), found('05:00', null)]).toEqual([
    'morning',
    'morning',
    'running',
    'morning',
  ]);
  expect(overlapping(morning, [morning])).toBeNull();
  expect(
    timesProblem(shift('2026-11-18T11:00:00Z', '2026-11-18T12:30:00Z'), [morning], { now: NOW, zone: LONDON }),
  ).toBe('This overlaps your entry 07:30–12:00 on 18 Nov.');
  expect(isCounted({ ...morning, status: 'needs_review' })).toBe(false);
});

test('a clock 12 minutes fast is corrected by the server’s time (case 17)', () => {
  expect(toServerTime(new Date('2026-11-18T07:24:00Z'), 720).toISOString()).toBe('2026-11-18T07:12:00.000Z');
  expect(toServerTime(new Date('2026-11-17T07:12:00Z'), -86_400).toISOString()).toBe('2026-11-18T07:12:00.000Z');
  expect(skewWords(720)).toBe("Your phone's clock is 12 min out – times adjusted.");
  expect(skewWords(-86_400)).toBe("Your phone's clock is 24 h out – times adjusted.");
  expect([skewWords(0), skewWords(60)]).toEqual([null, null]);
});

test('times are shown in the farm’s zone, whatever the device’s (case 23)', () => {
  const running = shift('2026-07-18T06:30:00Z', null);
  expect(shiftWords({ ...running, clockOutAt: '2026-07-18T11:00:00Z' }, LONDON)).toBe('07:30–12:00 on 18 Jul');
  expect(shiftWords(running, LONDON)).toBe('07:30–now on 18 Jul');
});
