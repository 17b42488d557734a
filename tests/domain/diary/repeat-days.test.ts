import { describe, expect, test } from 'vitest';
import { addDays } from '@/domain/core/time';
import { addedAndDeleted, repeatDates, repetitionWords } from '@/domain/diary/repeat';
import { daysChange, isOtherRule, presentRule } from '@/domain/diary/repeat-days';

type Status = 'planned' | 'in_progress' | 'done' | 'cancelled';
const event = (date: string, { shift = 0, status = 'planned' }: { shift?: number; status?: Status } = {}) => ({
  ...{ id: `id of ${date}`, startDate: addDays(date, shift), repeatDate: date, status },
});
const TODAY = '2026-12-01';
/** Tuesdays. */
const TUESDAYS = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22'].map((date) => event(date));
const present = presentRule('week', TUESDAYS);
const THURSDAYS = { every: 'week', weekdays: [4], from: '2026-12-08' } as const;
const change = (
  rule: Parameters<typeof daysChange>[0]['rule'],
  { until = '2026-12-24', events = TUESDAYS, was = present } = {},
) => daysChange({ present: was, rule, until }, events, TODAY);

describe('the present rule', () => {
  test('has the weekdays on which most of the events are now, even if a single one was moved', () => {
    expect(present).toMatchObject({ every: 'week', weekdays: [2] });
    const [first, second, third, fourth] = TUESDAYS.map(({ repeatDate }) => repeatDate);
    const moved = [first, second, third].map((date = '') => event(date, { shift: 1 }));
    expect(presentRule('week', [...moved, event(fourth ?? '')]).weekdays).toEqual([3]);
    expect(presentRule('week', [...TUESDAYS.slice(0, 3), event(fourth ?? '', { shift: 1 })]).weekdays).toEqual([2]);
  });

  test('differs from a rule with another interval or other weekdays, whose order does not matter', () => {
    const two = presentRule('week', [event('2026-12-01'), event('2026-12-03')]);
    expect(isOtherRule({ every: 'week', weekdays: [4, 2], from: TODAY }, two)).toBe(false);
    expect(isOtherRule({ every: 'week', weekdays: [4], from: TODAY }, two)).toBe(true);
    expect(isOtherRule({ every: 'fortnight', weekdays: [2, 4], from: TODAY }, two)).toBe(true);
    // A month has no weekdays; its day is that of the events.
    expect(isOtherRule({ every: 'month', weekdays: [], from: TODAY }, presentRule('month', TUESDAYS))).toBe(false);
  });
});

describe('changing the days', () => {
  test('moves the coming events from the chosen day on', () => {
    expect(change(THURSDAYS)).toEqual({
      ...{ kind: 'days', repetition: { ...THURSDAYS, until: '2026-12-24' } },
      dates: ['2026-12-10', '2026-12-17', '2026-12-24'],
      added: ['2026-12-10', '2026-12-17', '2026-12-24'],
      ...{ deleted: 3, seen: TUESDAYS.slice(1).map(({ id }) => id) },
    });
  });

  test('keeps events that are on the new days, and adds none on the day of a done or cancelled event', () => {
    const events = [...TUESDAYS, event('2026-12-10', { status: 'cancelled' }), event('2026-12-17', { status: 'done' })];
    expect(change({ ...THURSDAYS, weekdays: [2, 4] }, { events })).toMatchObject({ added: ['2026-12-24'], deleted: 0 });
  });

  test('keeps a fortnightly rule on the same weeks as before', () => {
    const events = ['2026-12-01', '2026-12-15', '2026-12-29'].map((date) => event(date));
    const was = presentRule('fortnight', events);
    const rule = { every: 'fortnight', weekdays: [4], from: '2026-12-08' } as const;
    expect(change(rule, { events, was, until: '2027-01-14' })).toMatchObject({
      ...{ dates: ['2026-12-17', '2026-12-31', '2027-01-14'], deleted: 2 },
    });
    // From every week to every second one, the chosen week is the first.
    expect(change({ ...rule, weekdays: [2] }, { until: '2027-01-05' })).toMatchObject({
      dates: ['2026-12-08', '2026-12-22', '2027-01-05'],
    });
  });

  test('uses the last day of a month that does not have the chosen day', () => {
    const monthly = change(
      { every: 'month', weekdays: [], from: '2026-12-31' },
      {
        ...{ events: [event('2026-12-31')], until: '2027-03-31' },
      },
    );
    expect(monthly).toMatchObject({ dates: ['2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'] });
    const leap = [event('2028-02-29'), event('2028-03-07')];
    const yearly = change({ every: 'year', weekdays: [], from: '2028-02-29' }, { events: leap, until: '2032-03-01' });
    expect(yearly).toMatchObject({
      ...{ dates: ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'], deleted: 1 },
    });
  });

  test.each([
    [{ ...THURSDAYS, from: '' }, '2026-12-24', 'from', 'Choose the day from which this applies.'],
    [{ ...THURSDAYS, from: '2026-11-30' }, '2026-12-24', 'from', 'Choose today or a later day.'],
    [
      { ...THURSDAYS, from: '2026-12-23' },
      '2026-12-24',
      'from',
      'Nothing is planned from this day on. Choose an earlier day.',
    ],
    [THURSDAYS, '', 'until', 'Choose until when it repeats.'],
    [THURSDAYS, '2026-12-07', 'until', 'This is before the first day.'],
    [THURSDAYS, '2026-12-09', 'until', 'There is none of these days until then. Choose a later day.'],
    [THURSDAYS, '2199-12-31', 'until', 'It would repeat more than 366 times. Choose an earlier day.'],
  ] as const)('the rule %j until %j is refused with a message at its field "%s"', (rule, until, field, words) => {
    expect(change(rule, { until })).toEqual({ kind: 'problem', field, words });
  });
});

test('the words say how many are added and deleted', () => {
  expect(addedAndDeleted(3, 1, 'job')).toBe('3 jobs added, 1 deleted');
  expect(addedAndDeleted(0, 1, 'delivery')).toBe('1 delivery deleted');
  expect(addedAndDeleted(0, 0, 'job')).toBe('');
  const repetition = { ...THURSDAYS, until: '2026-12-24' };
  expect(repetitionWords(repetition, repeatDates(repetition), 'job')).toBe(
    'Every Thursday until 24 December 2026: 3 jobs, the first on Thu 10 Dec.',
  );
});
