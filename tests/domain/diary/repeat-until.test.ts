import { describe, expect, test } from 'vitest';
import { addDays } from '@/domain/core/time';
import { repeatDates } from '@/domain/diary/repeat';
import { ruleOf, untilChange } from '@/domain/diary/repeat-until';

type Status = 'planned' | 'in_progress' | 'done' | 'cancelled';
const planned = (
  dates: readonly string[],
  { shift = 0, status = 'planned' }: { shift?: number; status?: Status } = {},
) => dates.map((date) => ({ startDate: addDays(date, shift), repeatDate: date, status }));

describe('the rule that days follow', () => {
  test('continues any repetition as its own form would have planned it', () => {
    const whole = [
      { every: 'day', weekdays: [], from: '2026-11-28' },
      { every: 'week', weekdays: [1, 3, 6], from: '2026-11-26' },
      { every: 'fortnight', weekdays: [2, 5], from: '2026-12-04' },
      { every: 'month', weekdays: [], from: '2027-01-31' },
      { every: 'month', weekdays: [], from: '2026-11-15' },
      { every: 'year', weekdays: [], from: '2028-02-29' },
    ] as const;
    for (const rule of whole) {
      const dates = repeatDates({ ...rule, until: rule.every === 'year' ? '2060-01-01' : '2027-09-30' });
      // The first six days contain every day of the rule.
      const first = dates.slice(0, 6);
      const change = untilChange(rule.every, planned(first), dates.at(-1) ?? '');
      expect(change).toEqual({ kind: 'longer', dates: dates.slice(6), shift: 0 });
    }
  });

  test('of a monthly repetition uses its highest day, also if the first events were deleted', () => {
    expect(ruleOf('month', ['2027-02-28', '2027-03-31', '2027-04-30']).from).toBe('2027-03-31');
    expect(untilChange('month', planned(['2027-02-28', '2027-03-31', '2027-04-30']), '2027-06-30')).toEqual({
      ...{ kind: 'longer', dates: ['2027-05-31', '2027-06-30'], shift: 0 },
    });
  });
});

describe('another last day', () => {
  const weekly = ['2026-12-01', '2026-12-08', '2026-12-15'];

  test('adds days like the last event, which was moved by a day', () => {
    expect(untilChange('week', planned(weekly, { shift: 1 }), '2026-12-30')).toEqual({
      ...{ kind: 'longer', dates: ['2026-12-22', '2026-12-29'], shift: 1 },
    });
    expect(untilChange('week', planned(weekly, { shift: 1 }), '2026-12-29')).toEqual({
      ...{ kind: 'longer', dates: ['2026-12-22'], shift: 1 },
    });
  });

  test('deletes what is planned after it, and nothing that is begun, done or cancelled', () => {
    expect(untilChange('week', planned(weekly), '2026-12-01')).toEqual({ kind: 'shorter', count: 2 });
    const done = [...planned(weekly.slice(0, 2)), ...planned(weekly.slice(2), { status: 'done' })];
    expect(untilChange('week', done, '2026-12-01')).toEqual({ kind: 'shorter', count: 1 });
    expect(untilChange('week', done, '2026-12-08').kind).toBe('problem');
  });

  test.each([
    ['', 'Choose until when it repeats.'],
    ['2026-12-15', 'This changes nothing. Choose another day.'],
    ['2026-12-21', 'This changes nothing. Choose another day.'],
    ['2199-12-31', 'It would repeat more than 366 times. Choose an earlier day.'],
  ])('%j is refused', (until, words) => {
    expect(untilChange('week', planned(weekly), until)).toEqual({ kind: 'problem', words });
  });

  test('of a repetition without events is refused', () => {
    expect(untilChange('week', [], '2026-12-15').kind).toBe('problem');
  });
});
