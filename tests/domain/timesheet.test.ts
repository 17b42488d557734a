// The timesheet: overtime by thresholds, weeks and months, and how far a week has come.
import { describe, expect, test } from 'vitest';
import type { Shift } from '@/domain/shift';
import { mondayOf, nextSpan, overtime, spanOf, timesheet, weeksOf, weekState } from '@/domain/timesheet';

const NOW = new Date('2026-11-20T12:00:00Z');
const NONE = { afterDayMin: null, afterWeekMin: null };
const hours = (...list: number[]) => list.map((one) => one * 60);

let made = 0;
const shift = (workDate: string, paidHours: number, more: Partial<Shift> = {}): Shift => {
  const start = Date.parse(`${workDate}T06:00:00Z`);
  return {
    id: String((made += 1)),
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

describe('overtime', () => {
  test('of a week of 41 h 15 over 39 h is 2 h 15', () => {
    const days = [495, 510, 450, 540, 480, 0, 0];
    expect(days.reduce((sum, day) => sum + day, 0)).toBe(2475);
    expect(overtime(days, { afterDayMin: null, afterWeekMin: 39 * 60 })).toBe(135);
  });

  test('case 21: over 8 h a day and 39 h a week nothing counts twice', () => {
    expect(overtime(hours(10, 10, 8, 8, 8), { afterDayMin: 480, afterWeekMin: 39 * 60 })).toBe(5 * 60);
    expect(overtime(hours(10, 10, 8, 8, 8), { afterDayMin: 480, afterWeekMin: null })).toBe(4 * 60);
    expect(overtime(hours(10, 10, 8, 8, 8), { afterDayMin: null, afterWeekMin: 39 * 60 })).toBe(5 * 60);
  });

  test('is none where the farm has no threshold, and all of it where that is zero', () => {
    expect(overtime(hours(12, 12), NONE)).toBe(0);
    expect(overtime(hours(12, 12), { afterDayMin: null, afterWeekMin: 0 })).toBe(24 * 60);
  });
});

describe('weeks and months', () => {
  test('a week runs Monday to Sunday, over months and years', () => {
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

  test('case 12: February has its leap day', () => {
    expect(spanOf('month', '2028-02-10')).toEqual({ kind: 'month', from: '2028-02-01', to: '2028-02-29' });
    expect(spanOf('month', '2027-02-10').to).toBe('2027-02-28');
  });

  test('the next and the one before', () => {
    expect(nextSpan(spanOf('month', '2026-12-31'), 1)).toEqual({ kind: 'month', from: '2027-01-01', to: '2027-01-31' });
    expect(nextSpan(spanOf('month', '2026-03-31'), -1).to).toBe('2026-02-28');
    expect(nextSpan(spanOf('week', '2026-10-25'), 1).from).toBe('2026-10-26');
  });
});

describe('the sheet', () => {
  test('case 20: the night shift over the clock change is in the week that it starts in', () => {
    const night = shift('2026-10-24', 9, { clockInAt: '2026-10-24T21:00:00Z', clockOutAt: '2026-10-25T06:00:00Z' });
    const [row] = timesheet([night], [SAM], spanOf('week', '2026-10-25'), NONE, NOW);
    expect(row?.days.map(({ paid }) => paid)).toEqual([0, 0, 0, 0, 0, 540, 0]);
    expect(row?.paid).toBe(540);
  });

  test('has a row for everybody asked for, in order, and a day for every day', () => {
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

  test('leaves out what runs and what needs a look, and shows it', () => {
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

  test('reckons a month’s overtime by its whole weeks, each in the month that it ends in', () => {
    // Mon 26 Oct to Sun 1 Nov: 45 h, of which one hour is November's; and Mon 30 Nov, a week that ends in December.
    const week = ['2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29'].map((date) => shift(date, 11));
    const shifts = [...week, shift('2026-11-01', 1), shift('2026-11-30', 50 / 3)];
    const [row] = timesheet(
      shifts,
      [SAM],
      spanOf('month', '2026-11-10'),
      { afterDayMin: null, afterWeekMin: 2400 },
      NOW,
    );
    expect([row?.paid, row?.overtime]).toEqual([60 + 1000, 300]);
  });
});

test('a week is as far as what is least far in it', () => {
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
