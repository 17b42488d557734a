// The timesheet: overtime by thresholds, weeks and months, and the state of a week.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Shift } from '@/domain/hours/shift';
import { mondayOf } from '@/domain/core/calendar';
import { addDays } from '@/domain/core/time';
import { nextSpan, overtimeByDay, spanOf, timesheet, weeksOf, weekState, type Span } from '@/domain/hours/timesheet';

const NOW = new Date('2026-11-20T12:00:00Z');
const NONE = { afterDayMin: null, afterWeekMin: null };
const hours = (...list: number[]) => list.map((one) => one * 60);

let shiftCount = 0;
const shift = (workDate: string, paidHours: number, more: Partial<Shift> = {}): Shift => {
  const start = Date.parse(`${workDate}T06:00:00Z`);
  return {
    id: String((shiftCount += 1)),
    employeeId: 'sam',
    clockInAt: new Date(start).toISOString(),
    clockOutAt: new Date(start + paidHours * 3_600_000).toISOString(),
    workDate,
    breaks: [],
    manualBreakMin: null,
    status: 'open',
    ...more,
  };
};
const SAM = { id: 'sam', name: 'Sam Driver' };
const overtime = (...args: Parameters<typeof overtimeByDay>) =>
  overtimeByDay(...args).reduce((sum, minutes) => sum + minutes, 0);

describe('overtime', () => {
  test('the overtime of a week of 41 h 15 over 39 h is 2 h 15', () => {
    const days = [495, 510, 450, 540, 480, 0, 0];
    expect(days.reduce((sum, day) => sum + day, 0)).toBe(2475);
    expect(overtime(days, { afterDayMin: null, afterWeekMin: 39 * 60 })).toBe(135);
  });

  test('with 8 h a day and 39 h a week nothing counts twice (case 21)', () => {
    expect(overtime(hours(10, 10, 8, 8, 8), { afterDayMin: 480, afterWeekMin: 39 * 60 })).toBe(5 * 60);
    expect(overtime(hours(10, 10, 8, 8, 8), { afterDayMin: 480, afterWeekMin: null })).toBe(4 * 60);
    expect(overtime(hours(10, 10, 8, 8, 8), { afterDayMin: null, afterWeekMin: 39 * 60 })).toBe(5 * 60);
  });

  test('is none without a threshold, and everything with a threshold of zero', () => {
    expect(overtime(hours(12, 12), NONE)).toBe(0);
    expect(overtime(hours(12, 12), { afterDayMin: null, afterWeekMin: 0 })).toBe(24 * 60);
  });
});

describe('weeks and months', () => {
  test('a week runs Monday to Sunday, across months and years', () => {
    expect(['2026-11-16', '2026-11-20', '2026-11-22', '2027-01-01'].map(mondayOf)).toEqual([
      '2026-11-16',
      '2026-11-16',
      '2026-11-16',
      '2026-12-28',
    ]);
    expect(spanOf('week', '2026-11-01')).toEqual({ kind: 'week', from: '2026-10-26', to: '2026-11-01' });
    expect(weeksOf('2026-11-01', '2026-11-30')).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
  });

  test('February has its leap day (case 12)', () => {
    expect(spanOf('month', '2028-02-10')).toEqual({ kind: 'month', from: '2028-02-01', to: '2028-02-29' });
    expect(spanOf('month', '2027-02-10').to).toBe('2027-02-28');
  });

  test('the next and the previous month or week follow without a gap', () => {
    expect(nextSpan(spanOf('month', '2026-12-31'), 1)).toEqual({ kind: 'month', from: '2027-01-01', to: '2027-01-31' });
    expect(nextSpan(spanOf('month', '2026-03-31'), -1).to).toBe('2026-02-28');
    expect(nextSpan(spanOf('week', '2026-10-25'), 1).from).toBe('2026-10-26');
  });
});

describe('the sheet', () => {
  test('a night shift across the clock change is in the week that it starts in (case 20)', () => {
    const night = shift('2026-10-24', 9, { clockInAt: '2026-10-24T21:00:00Z', clockOutAt: '2026-10-25T06:00:00Z' });
    const [row] = timesheet([night], [SAM], spanOf('week', '2026-10-25'), NONE, NOW);
    expect(row?.days.map(({ paid }) => paid)).toEqual([0, 0, 0, 0, 0, 540, 0]);
    expect(row?.paid).toBe(540);
  });

  test('has a row for every requested person, in order, and a column for every day', () => {
    const people = [{ id: 'kay', name: 'Kay' }, SAM];
    const rows = timesheet(
      [shift('2026-11-16', 8), shift('2026-11-16', 2)],
      people,
      spanOf('month', '2026-11-16'),
      NONE,
      NOW,
    );
    expect(rows.map(({ name, paid, days, state }) => [name, paid, days.length, state])).toEqual([
      ['Kay', 0, 30, 'none'],
      ['Sam Driver', 600, 30, 'open'],
    ]);
    expect(rows[1]?.days[15]?.shifts).toHaveLength(2);
  });

  test('leaves out running shifts and those under review, and says so', () => {
    const shifts = [
      shift('2026-11-16', 8),
      shift('2026-11-17', 5, { status: 'needs_review' }),
      shift('2026-11-20', 1, { clockOutAt: null }),
    ];
    const [row] = timesheet(shifts, [SAM], spanOf('week', '2026-11-16'), NONE, NOW);
    expect(row?.days.map(({ paid, shifts: ofDay }) => [paid, ofDay.length]).slice(0, 5)).toEqual([
      [480, 1],
      [0, 1],
      [0, 0],
      [0, 0],
      [0, 1],
    ]);
    expect([row?.paid, row?.state]).toEqual([480, 'needs_review']);
  });

  test('splits a week across two months by day, without counting overtime twice', () => {
    // 62 h in the week of 26 October, 23 h above its threshold of 39 h: 21 h of them in October, 2 h in November.
    const worked = ['26', '27', '28', '29', '30', '31'].map((day) => shift(`2026-10-${day}`, 10));
    const shifts = [...worked, shift('2026-11-01', 2)];
    const monthTotals = (date: string) => {
      const rows = timesheet(shifts, [SAM], spanOf('month', date), { afterDayMin: null, afterWeekMin: 39 * 60 }, NOW);
      return { paid: rows[0]?.paid, overtime: rows[0]?.overtime };
    };
    expect(monthTotals('2026-10-20')).toEqual({ paid: 60 * 60, overtime: 21 * 60 });
    expect(monthTotals('2026-11-20')).toEqual({ paid: 2 * 60, overtime: 2 * 60 });
  });

  test('gives the months and the weeks the same hours and overtime, for any shifts and thresholds', () => {
    const threshold = fc.option(fc.integer({ min: 0, max: 3000 }), { nil: null });
    const days = fc.array(fc.integer({ min: 0, max: 24 }), { minLength: 92, maxLength: 92 });
    fc.assert(
      fc.property(days, threshold, threshold, (worked, afterDayMin, afterWeekMin) => {
        // 13 whole weeks, from Monday 5 October to Sunday 3 January; the months before and after have no other shifts.
        const shifts = worked.slice(0, 91).map((hoursOfDay, at) => shift(addDays('2026-10-05', at), hoursOfDay));
        const sum = (spans: Span[]) =>
          spans
            .flatMap((span) => timesheet(shifts, [SAM], span, { afterDayMin, afterWeekMin }, new Date('2027-02-01')))
            .reduce<[number, number]>((all, { paid, overtime: over }) => [all[0] + paid, all[1] + over], [0, 0]);
        const months = sum(['2026-10-05', '2026-11-05', '2026-12-05', '2027-01-01'].map((day) => spanOf('month', day)));
        const weeks = sum(weeksOf('2026-10-05', '2027-01-03').map((day) => spanOf('week', day)));
        expect(months).toEqual(weeks);
        expect(months[1]).toBeLessThanOrEqual(months[0]);
      }),
    );
  });
});

test('a week has the state of its least advanced shift', () => {
  const week = (...states: Partial<Shift>[]) =>
    weekState(
      states.map((more) => shift('2026-11-16', 8, more)),
      NOW,
    );
  expect(week()).toBe('none');
  expect(week({ status: 'approved' })).toBe('approved');
  expect(week({ status: 'approved' }, { status: 'submitted' })).toBe('submitted');
  expect(week({ status: 'submitted' }, { status: 'open' })).toBe('open');
  expect(week({ status: 'open' }, { clockOutAt: null, clockInAt: '2026-11-20T06:00:00Z' })).toBe('running');
  expect(week({ clockOutAt: null })).toBe('needs_review');
});
