import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeDays, type DiaryItem } from '@/domain/diary/diary';
import { fromNumeric, ZERO } from '@/domain/core/money';
import { addDays } from '@/domain/core/time';

const item = (more: Partial<DiaryItem> & Pick<DiaryItem, 'id'>): DiaryItem => ({
  source: 'work',
  from: '2026-11-20',
  until: more.from ?? '2026-11-20',
  rank: 0,
  time: null,
  minutes: null,
  value: null,
  needsRate: false,
  ...more,
});
const WEEK = { from: '2026-11-16', to: '2026-11-22' };
const ids = (items: readonly DiaryItem[]) => items.map(({ id }) => id);

test('every day of the range is there, including empty ones, each with its own items', () => {
  const days = mergeDays(WEEK, [[item({ id: 'a' }), item({ id: 'b', from: '2026-11-16' })], []]);
  expect(days.map(({ date }) => date)).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ]);
  expect(days.map(({ items }) => ids(items))).toEqual([['b'], [], [], [], ['a'], [], []]);
  expect(days[1]).toEqual({ date: '2026-11-17', items: [], minutes: 0, value: ZERO, needRate: 0 });
});

test('an item of several days is on each of them inside the range, and counts once', () => {
  const days = mergeDays(WEEK, [
    [item({ id: 'harvest', from: '2026-11-14', until: '2026-11-17', minutes: 60, value: fromNumeric(5) })],
    [item({ id: 'sale', from: '2026-11-22', until: '2026-12-01', minutes: 60, value: fromNumeric(7) })],
  ]);
  expect(days.map(({ items }) => ids(items))).toEqual([['harvest'], ['harvest'], [], [], [], [], ['sale']]);
  expect(days.map(({ minutes }) => minutes)).toEqual([0, 0, 0, 0, 0, 0, 60]);
});

test('a day is in order: all day first, then by the clock, with the repeated hour in both its passes', () => {
  const on = { from: '2026-10-25', to: '2026-10-25' };
  const [day] = mergeDays(on, [
    [
      item({ id: 'late', ...on, time: '17:00' }),
      item({ id: 'second', ...on, time: '01:15', isSecondOccurrence: true }),
    ],
    [item({ id: 'first', source: 'event', ...on, time: '01:30' }), item({ id: 'z', rank: -1, source: 'event', ...on })],
    [item({ id: 'since yesterday', source: 'event', from: '2026-10-24', until: '2026-10-25', time: '22:00' })],
  ]);
  expect(ids(day?.items ?? [])).toEqual(['z', 'since yesterday', 'first', 'second', 'late']);
});

test('a day’s totals are those of work done; a job without a rate adds no value, and is counted as such', () => {
  const [day] = mergeDays({ from: '2026-11-20', to: '2026-11-20' }, [
    [
      item({ id: 'a', minutes: 440, value: fromNumeric(330) }),
      item({ id: 'b', minutes: 30, needsRate: true }),
      item({ id: 'c', value: fromNumeric(16.67) }),
    ],
    [item({ id: 'planned', source: 'event', time: '07:30' })],
  ]);
  expect(day).toMatchObject({ minutes: 470, value: fromNumeric(346.67), needRate: 1 });
});

describe('an item is shown once', () => {
  test('a logged job is shown as its entry, or as the job if the entry is not visible', () => {
    const job = item({ id: 'j', source: 'event', convertedTo: { source: 'work', id: 'w' } });
    const shown = (works: DiaryItem[]) => ids(mergeDays(WEEK, [works, [job]]).flatMap(({ items }) => items));
    expect(shown([item({ id: 'w' })])).toEqual(['w']);
    expect(shown([])).toEqual(['j']);
    // The same id from another source is a different item.
    expect(shown([item({ id: 'w', source: 'note' })])).toEqual(['j', 'w']);
  });

  test('the same item from two sources is merged; the later source sets its state', () => {
    const days = mergeDays(WEEK, [[item({ id: 'w', minutes: 60 })], [item({ id: 'w', minutes: 90 })]]);
    expect(days.flatMap(({ items }) => ids(items))).toEqual(['w']);
    expect(days[4]?.minutes).toBe(90);
  });
});

test('no item is lost, duplicated, or moved to another day', () => {
  const date = fc.integer({ min: -20, max: 20 }).map((days) => addDays('2026-10-25', days));
  const generatedItem = fc.record({ id: fc.uuid(), from: date, days: fc.integer({ min: 0, max: 30 }) });
  fc.assert(
    fc.property(fc.array(generatedItem), date, fc.integer({ min: 0, max: 41 }), (generated, from, days) => {
      const range = { from, to: addDays(from, days) };
      const items = generated.map(({ days: last, ...one }) => item({ ...one, until: addDays(one.from, last) }));
      for (const { date: day, items: shown } of mergeDays(range, [items])) {
        const expected = new Set(items.filter((one) => one.from <= day && day <= one.until).map(({ id }) => id));
        expect(new Set(ids(shown))).toEqual(expected);
        expect(shown).toHaveLength(expected.size);
      }
    }),
  );
});
