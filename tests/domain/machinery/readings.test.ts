// Which readings of a meter are in doubt, and the words for the reason.
import { expect, test } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { countedBetween } from '@/domain/machinery/costs';
import { correctionProblem, doubtReason, doubtWords, readingDoubt, takenNow } from '@/domain/machinery/readings';

const last = { reading: 2812, at: '2026-11-01T12:00:00Z' };
const onDay = (reading: number, day: string) => ({ reading, at: `2026-11-${day}T12:00:00Z` });

test('a reading is in doubt if it is lower than the last, or adds more hours than have passed', () => {
  expect(readingDoubt('hours', last, onDay(2811.9, '02'))).toBe('lower');
  expect(readingDoubt('hours', last, onDay(2812, '02'))).toBeNull();
  expect(readingDoubt('hours', last, onDay(2860, '03'))).toBeNull();
  expect(readingDoubt('hours', last, onDay(2860.1, '03'))).toBe('jump');
  // A car may do any number of kilometres.
  expect(readingDoubt('km', last, onDay(4000, '03'))).toBeNull();
  // Nothing to compare with: the first reading, and one from before the last.
  expect(readingDoubt('hours', null, onDay(1, '03'))).toBeNull();
  expect(readingDoubt('hours', onDay(2812, '05'), onDay(2790, '03'))).toBeNull();
});

test('the doubt is said in words', () => {
  expect(doubtWords('hours', last, onDay(2790, '02'))).toBe('Lower than the last reading, 2,812 h.');
  expect(doubtWords('hours', last, onDay(2840.5, '02'))).toBe('That is 28.5 h in a day.');
  expect(doubtWords('hours', last, onDay(28_190, '03'))).toBe('That is 25,378 h in 2 days.');
  expect(doubtWords('hours', last, onDay(2820, '02'))).toBeNull();
});

test('a reading taken now is never before the last one, whose phone may have another clock', () => {
  expect(takenNow(last, new Date('2026-11-02T08:00:00Z'))).toBe('2026-11-02T08:00:00.000Z');
  expect(takenNow(last, new Date('2026-11-01T11:58:00Z'))).toBe(last.at);
  expect(takenNow(null, new Date('2026-11-01T11:58:00Z'))).toBe('2026-11-01T11:58:00.000Z');
});

test('the reason of a doubt, and why a correction is refused, name the readings around it that count', () => {
  const stored = (id: string, reading: number, day: string, more: object = {}) => ({
    ...{ id, meterReplaced: false, doubted: false, ...onDay(reading, day), ...more },
  });
  const [low, high, jump] = [
    stored('b', 2790, '02', { doubted: true }),
    stored('c', 2900, '03', { doubted: true }),
    stored('e', 9000, '05', { doubted: true }),
  ];
  const readings = [stored('a', 2812, '01'), low, high, stored('d', 2830, '04'), jump];
  expect([low, high, jump].map((row) => doubtReason(readings, row, 'hours'))).toEqual([
    'lower than the 2,812 h before it',
    'higher than the 2,830 h after it',
    'more hours than have passed',
  ]);
  const problem = (change: object) =>
    correctionProblem(readings, { ...low, ...change }, 'hours', (at) => at.slice(0, 10));
  expect(problem({ reading: 2815 })).toBeNull();
  expect(problem({})).toBe(
    "The reading before it is 2,812 h, of 2026-11-01. Correct that one first if it is wrong, or tick 'meter replaced'.",
  );
  expect(problem({ meterReplaced: true })).toBeNull();
  expect(problem({ reading: 2831 })).toBe('The reading of 2026-11-04 is 2,830 h. An earlier one cannot be higher.');
});

test('readings in doubt do not count for the cost per hour', () => {
  const read = (reading: number, day: string, doubted = false) => ({
    ...{ reading, meterOffset: 0, doubted, readAt: onDay(reading, day).at },
  });
  const readings = [read(100, '01'), read(130, '10'), read(9000, '12', true)];
  expect(countedBetween(readings, { from: '2026-11-02', to: '2026-11-30' }, 'Europe/London')).toBe(fromNumeric(30));
});
