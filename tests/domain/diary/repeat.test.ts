// The days of an event that repeats, and their words.
import { describe, expect, test } from 'vitest';
import { weekday } from '@/domain/core/time';
import type { Repeat } from '@/domain/diary/diary-event';
import { MAX_REPEATS, repeatDates, repetitionWords, type Repetition } from '@/domain/diary/repeat';

const repetition = (every: Repeat, from: string, until: string, weekdays: readonly number[] = []): Repetition => ({
  every,
  from,
  until,
  weekdays,
});
const datesOf = (...args: Parameters<typeof repetition>) => repeatDates(repetition(...args));
const wordsOf = (...args: Parameters<typeof repetition>) =>
  repetitionWords(repetition(...args), datesOf(...args), 'job');

describe('the days of a repetition', () => {
  test('every Tuesday until March: each is a Tuesday, both ends included, also after the clocks change', () => {
    const dates = datesOf('week', '2026-12-01', '2027-03-30');
    expect(dates).toHaveLength(18);
    expect([dates[0], dates.at(-1)]).toEqual(['2026-12-01', '2027-03-30']);
    expect(new Set(dates.map(weekday))).toEqual(new Set([2]));
  });

  test('chosen days of the week are in order and never before the first day', () => {
    // From a Wednesday.
    expect(datesOf('week', '2026-12-02', '2026-12-14', [5, 2])).toEqual(['2026-12-04', '2026-12-08', '2026-12-11']);
    expect(datesOf('week', '2026-12-02', '2026-12-06', [2])).toEqual([]);
  });

  test('every 2 weeks counts weeks from Monday, over the end of a year with 53 weeks', () => {
    expect(datesOf('fortnight', '2026-12-22', '2027-01-20', [2, 3])).toEqual([
      '2026-12-22',
      '2026-12-23',
      '2027-01-05',
      '2027-01-06',
      '2027-01-19',
      '2027-01-20',
    ]);
  });

  test('every day passes the nights when the clocks change and a leap day without a gap', () => {
    expect(datesOf('day', '2027-03-27', '2027-03-29')).toEqual(['2027-03-27', '2027-03-28', '2027-03-29']);
    expect(datesOf('day', '2028-02-28', '2028-03-01')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  });

  test('in a month without that day the event is on the last day, and in the next month on its own day again', () => {
    expect(datesOf('month', '2027-01-31', '2027-05-31')).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
    ]);
  });

  test('29 February is on 28 February in other years, and on 29 February again after four', () => {
    expect(datesOf('year', '2028-02-29', '2032-12-31')).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
  });

  test('a single day gives one date, and too many days give more dates than the maximum', () => {
    expect(datesOf('month', '2026-12-01', '2026-12-01')).toEqual(['2026-12-01']);
    expect(datesOf('day', '2026-12-01', '2199-12-31').length).toBeGreaterThan(MAX_REPEATS);
    expect(datesOf('day', '2026-12-01', '2027-12-01')).toHaveLength(MAX_REPEATS);
  });
});

describe('a repetition in words', () => {
  test.each([
    [wordsOf('week', '2026-12-01', '2027-03-31'), 'Every Tuesday until 31 March 2027: 18 jobs.'],
    [
      wordsOf('week', '2026-12-02', '2026-12-14', [5, 2, 1]),
      'Every Monday, Tuesday and Friday until 14 December 2026: 5 jobs, the first on Fri 4 Dec.',
    ],
    [wordsOf('fortnight', '2026-12-01', '2026-12-14'), 'Every 2 weeks on Tuesday until 14 December 2026: 1 job.'],
    [wordsOf('day', '2026-12-01', '2026-12-03'), 'Every day until 3 December 2026: 3 jobs.'],
    [wordsOf('month', '2026-12-11', '2027-01-11'), 'Every month on the 11th until 11 January 2027: 2 jobs.'],
    [
      wordsOf('month', '2026-12-31', '2027-02-28'),
      'Every month on the 31st until 28 February 2027: 3 jobs. In a month without a 31st it is on the last day.',
    ],
    [
      wordsOf('year', '2028-02-29', '2029-03-01'),
      'Every year on 29 February until 1 March 2029: 2 jobs. In a year without a 29 February it is on 28 February.',
    ],
  ])('says “%s”', (words, expected) => expect(words).toBe(expected));

  test('counts reminders and deliveries by their name', () => {
    const weekly = repetition('week', '2026-12-01', '2026-12-08');
    expect(repetitionWords(weekly, repeatDates(weekly), 'delivery')).toMatch(/: 2 deliveries\.$/);
  });
});
