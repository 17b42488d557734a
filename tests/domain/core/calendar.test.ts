import { describe, expect, test } from 'vitest';
import {
  datesOf,
  hourAt,
  hoursOf,
  isInMonth,
  mondayOf,
  rangeOf,
  rangeTitle,
  stepDate,
  VIEWS,
  weeksOf,
} from '@/domain/core/calendar';
import { addDays, weekday } from '@/domain/core/time';

describe('the range of a view', () => {
  test('a day is itself, a week begins on Monday', () => {
    expect(rangeOf('day', '2026-11-20')).toEqual({ from: '2026-11-20', to: '2026-11-20' });
    expect(rangeOf('week', '2026-11-20')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(rangeOf('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
    expect(mondayOf('2026-11-16')).toBe('2026-11-16');
  });

  test('a month consists of whole weeks, four to six of them', () => {
    expect(rangeOf('month', '2026-11-20')).toEqual({ from: '2026-10-26', to: '2026-12-06' });
    // A February that begins on a Monday.
    expect(rangeOf('month', '2027-02-14')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
    expect(weeksOf(rangeOf('month', '2026-08-31'))).toHaveLength(6);
    expect(weeksOf(rangeOf('month', '2027-02-14'))).toHaveLength(4);
    for (const week of weeksOf(rangeOf('month', '2026-11-20'))) {
      expect(week.map(weekday)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    }
    expect(isInMonth('2026-10-31', '2026-11-20')).toBe(false);
    expect(isInMonth('2026-11-01', '2026-11-20')).toBe(true);
  });

  test('an agenda is two weeks from its date', () => {
    expect(rangeOf('agenda', '2026-12-25')).toEqual({ from: '2026-12-25', to: '2027-01-07' });
  });

  test('previous and next skip no day and repeat none, across ends of years and leap days', () => {
    for (const view of VIEWS.filter((one) => one !== 'month')) {
      for (let date = '2027-12-20'; date < '2028-03-10'; date = addDays(date, 3)) {
        const next = stepDate(view, date, 1);
        expect(rangeOf(view, next).from).toBe(addDays(rangeOf(view, date).to, 1));
        expect(stepDate(view, next, -1)).toBe(date);
      }
    }
    expect(stepDate('month', '2026-01-31', 1)).toBe('2026-02-01');
    expect(stepDate('month', '2026-01-31', -1)).toBe('2025-12-01');
  });

  test('29 February exists in leap years only (case 12)', () => {
    expect(datesOf(rangeOf('month', '2028-02-10'))).toContain('2028-02-29');
    expect(datesOf({ from: '2027-02-27', to: '2027-03-02' })).toEqual([
      '2027-02-27',
      '2027-02-28',
      '2027-03-01',
      '2027-03-02',
    ]);
  });

  test('has a heading in words', () => {
    expect(rangeTitle('day', '2026-11-20', '2026-11-20')).toBe('Friday 20 November');
    expect(rangeTitle('week', '2026-11-20', '2026-11-20')).toBe('Mon 16 Nov – Sun 22 Nov');
    expect(rangeTitle('month', '2026-11-20', '2026-11-20')).toBe('November 2026');
    expect(rangeTitle('agenda', '2026-12-25', '2026-11-20')).toBe('Fri 25 Dec – Thu 7 Jan 2027');
  });
});

describe.each(['Europe/London', 'Europe/Dublin'] as const)('the hours of a day in %s (case 10)', (zone) => {
  const labels = (date: string) => hoursOf(date, zone).map(({ label }) => label);

  test('are 24, and begin and end at midnight', () => {
    expect(labels('2026-11-20')).toHaveLength(24);
    expect(labels('2026-07-20').slice(0, 2)).toEqual(['00:00', '01:00']);
    expect(labels('2026-07-20').at(-1)).toBe('23:00');
  });

  test('are 25 when the clocks go back: one o’clock twice', () => {
    const rows = hoursOf('2026-10-25', zone);
    expect(rows).toHaveLength(25);
    expect(rows.slice(0, 4).map(({ label, isRepeated: again }) => [label, again])).toEqual([
      ['00:00', false],
      ['01:00', false],
      ['01:00', true],
      ['02:00', false],
    ]);
    expect(rows.map(({ at }) => at).slice(1, 3)).toEqual(['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z']);
    expect(hourAt('2026-10-25', '01:30', zone)).toBe(1);
    expect(hourAt('2026-10-25', '01:30', zone, true)).toBe(2);
    expect(hourAt('2026-10-25', '23:59', zone)).toBe(24);
  });

  test('are 23 when the clocks go forward: one o’clock is missing', () => {
    expect(labels('2027-03-28')).toHaveLength(23);
    expect(labels('2027-03-28').slice(0, 3)).toEqual(['00:00', '02:00', '03:00']);
    // Case 7: a time in the skipped hour is shown an hour later.
    expect(hourAt('2027-03-28', '01:30', zone)).toBe(1);
    expect(hourAt('2027-03-28', '23:00', zone)).toBe(22);
  });

  test('the nights beside a clock change have 24 hours (case 8)', () => {
    for (const date of ['2026-10-24', '2026-10-26', '2027-03-27', '2027-03-29']) expect(labels(date)).toHaveLength(24);
  });
});
