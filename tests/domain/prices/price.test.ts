import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromNumeric, raisedBy, type Decimal } from '@/domain/core/money';
import { gapWords, gapsOf, priceOn, priceSpan, pricesOf, priceWords, type Price } from '@/domain/prices/price';
import { changePercent, raisableOn, startingFrom, stepFor } from '@/domain/prices/raise';
import { addDays } from '@/domain/core/time';

let priceCount = 0;
const price = (
  rate: number,
  validFrom: string,
  validTo: string | null = null,
  more: Partial<Pick<Price, 'taskId' | 'customerId' | 'chargeableUnit'>> = {},
): Price => ({
  id: `price ${(priceCount += 1)}`,
  taskId: 'ploughing',
  customerId: null,
  chargeableUnit: 'acre',
  rate: fromNumeric(rate),
  validFrom,
  validTo,
  ...more,
});
const forHill = { customerId: 'hill' };
const generalPrice = { taskId: 'ploughing', customerId: null, unit: 'acre' };
const hillPrice = { ...generalPrice, ...forHill };

describe('the price on a day', () => {
  const prices = [
    price(40, '2026-01-01', '2026-02-28'),
    price(45, '2026-03-01'),
    price(50, '2026-03-15', '2026-09-30', forHill),
    price(12, '2020-01-01', null, { taskId: 'rolling' }),
    price(99, '2020-01-01', null, { chargeableUnit: 'hectare' }),
  ];
  const on = (date: string, customerId: string | null = null) =>
    priceOn(prices, { ...generalPrice, customerId, date })?.rate ?? null;

  test.each([
    ['2025-12-31', null],
    ['2026-01-01', 40],
    ['2026-02-28', 40],
    ['2026-03-01', 45],
    ['2199-12-31', 45],
  ])('for all customers on %s: %s', (date, rate) => {
    expect(on(date)).toBe(rate === null ? null : fromNumeric(rate));
  });

  test.each([
    ['2026-03-14', 45],
    ['2026-03-15', 50],
    ['2026-09-30', 50],
    ['2026-10-01', 45],
  ])('for a customer with a price of their own on %s: %d', (date, rate) => {
    expect(on(date, 'hill')).toBe(fromNumeric(rate));
    expect(on(date, 'manor')).toBe(fromNumeric(45));
  });

  test('a price of zero is a price, and takes precedence over the general one', () => {
    const free = price(0, '2026-01-01', null, forHill);
    expect(priceOn([...prices, free], { ...hillPrice, date: '2026-01-05' })).toBe(free);
  });
});

describe('gaps', () => {
  test('gaps are the days between two prices, never before the first or after the last', () => {
    const prices = [price(45, '2026-11-01'), price(40, '2026-01-01', '2026-09-30')];
    expect(gapsOf(prices, generalPrice)).toEqual([{ from: '2026-10-01', to: '2026-10-31', instead: null }]);
    expect(gapsOf(prices.slice(1), generalPrice)).toEqual([]);
    expect(gapsOf([], generalPrice)).toEqual([]);
  });

  test('there is no gap if days are adjacent, also across the end of February and of the year', () => {
    expect(gapsOf([price(1, '2026-01-01', '2026-02-28'), price(2, '2026-03-01')], generalPrice)).toEqual([]);
    expect(gapsOf([price(1, '2027-01-01', '2027-12-31'), price(2, '2028-01-01')], generalPrice)).toEqual([]);
    expect(gapsOf([price(1, '2028-01-01', '2028-02-28'), price(2, '2028-03-01')], generalPrice)).toEqual([
      { from: '2028-02-29', to: '2028-02-29', instead: null },
    ]);
  });

  test('the gaps of a customer are split where the general price begins and ends', () => {
    const march = price(44, '2026-03-01', '2026-03-31');
    const may = price(46, '2026-05-01');
    const own = [price(40, '2026-01-01', '2026-02-14', forHill), price(50, '2026-06-01', null, forHill)];
    expect(gapsOf([...own, may, march], hillPrice)).toEqual([
      { from: '2026-02-15', to: '2026-02-28', instead: null },
      { from: '2026-03-01', to: '2026-03-31', instead: march },
      { from: '2026-04-01', to: '2026-04-30', instead: null },
      { from: '2026-05-01', to: '2026-05-31', instead: may },
    ]);
  });

  test('gaps and prices together skip no day and count none twice', () => {
    const lengths = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 40 })), {
      minLength: 2,
      maxLength: 6,
    });
    const pricesFrom = (spans: readonly (readonly [number, number])[], more = {}) => {
      let day = '2026-01-01';
      return spans.map(([rest, length]) => {
        const from = addDays(day, rest);
        day = addDays(from, length);
        return price(1, from, addDays(day, -1), more);
      });
    };
    fc.assert(
      fc.property(lengths, lengths, (own, all) => {
        const prices = [...pricesFrom(own, forHill), ...pricesFrom(all)];
        const mine = pricesOf(prices, hillPrice);
        const gaps = gapsOf(prices, hillPrice);
        const last = mine.at(-1)?.validTo ?? '';
        for (let day = mine[0]?.validFrom ?? ''; day <= last; day = addDays(day, 1)) {
          const gap = gaps.filter(({ from, to }) => from <= day && day <= to);
          const found = priceOn(prices, { ...hillPrice, date: day });
          expect(gap.length).toBe(found?.customerId === 'hill' ? 0 : 1);
          if (gap[0]) expect(gap[0].instead).toBe(found);
        }
      }),
    );
  });
});

test.each<[string, string, string, Price | null, number | null]>([
  [
    "Between 1 Oct and 31 Oct 2026 no price is set: the task's own rate, £40.00, is used.",
    '2026-10-01',
    '2026-10-31',
    null,
    40,
  ],
  [
    "Between 15 Dec 2026 and 3 Jan 2027 no price is set: the task's own rate, £40.00, is used.",
    '2026-12-15',
    '2027-01-03',
    null,
    40,
  ],
  ['On 1 Oct 2026 no price is set: the rate charged last is offered.', '2026-10-01', '2026-10-01', null, null],
  [
    'Between 1 Oct and 2 Oct 2026 no price is set: the price for everybody, £42.50, is used.',
    '2026-10-01',
    '2026-10-02',
    price(42.5, '2026-01-01'),
    40,
  ],
])('%s', (sentence, from, to, instead, own) => {
  expect(gapWords({ from, to, instead }, own === null ? null : fromNumeric(own), 'GBP')).toBe(sentence);
});

test('periods and prices are put into words', () => {
  expect(priceSpan(price(1, '2026-03-01'))).toBe('from 1 Mar 2026');
  expect(priceSpan(price(1, '2026-03-01', '2026-09-30'))).toBe('1 Mar 2026 to 30 Sep 2026');
  expect(priceSpan(price(1, '2026-03-01', '2026-03-01'))).toBe('on 1 Mar 2026');
  expect(priceWords(fromNumeric(45), 'acre', 'GBP')).toBe('£45.00 / ac');
  expect(priceWords(fromNumeric(0), 'acre', 'EUR')).toBe('No charge');
});

describe('a yearly increase', () => {
  test.each([
    [32.06, 4, 0.01, 33.34],
    [32.06, 4, 0.5, 33.5],
    [40, 4, 0.5, 41.5],
    [40, 4, 1, 42],
    [6.22, 4, 0.05, 6.45],
    [40, -2.5, 0.5, 39],
    [0.0425, 10, 0.0001, 0.0468],
    [0, 4, 0.5, 0],
    [40, -100, 0.5, 0],
    // Exactly between two steps: away from zero.
    [25, 3, 0.5, 26],
  ])('%d by %d %% to the nearest %d is %d', (rate, percent, step, result) => {
    expect(raisedBy(fromNumeric(rate), fromNumeric(percent), fromNumeric(step))).toBe(fromNumeric(result));
  });

  test('a raised price is a whole number of steps, and no further from the exact increase than half of one', () => {
    const steps = fc.constantFrom(100, 500, 1000, 5000, 10_000) as fc.Arbitrary<Decimal>;
    const rates = fc.integer({ min: 0, max: 999_999_999 }) as fc.Arbitrary<Decimal>;
    const percents = fc.integer({ min: -1_000_000, max: 1_000_000 }) as fc.Arbitrary<Decimal>;
    fc.assert(
      fc.property(rates, percents, steps, (rate, percent, step) => {
        const raised = raisedBy(rate, percent, step);
        expect(raised % step).toBe(0);
        const difference = BigInt(raised) * 1_000_000n - BigInt(rate) * (1_000_000n + BigInt(percent));
        expect(2n * (difference < 0n ? -difference : difference) <= 1_000_000n * BigInt(step)).toBe(true);
      }),
    );
  });
});

test('open-ended prices that began before can be raised, and rates of tasks without a general price', () => {
  const task = (id: string, chargeableUnit: string | null, rate: number | null) => ({
    id,
    chargeableUnit,
    defaultRate: rate === null ? null : fromNumeric(rate),
  });
  const tasks = [
    task('ploughing', 'acre', 40),
    task('rolling', 'acre', 12),
    task('topping', 'hour', null),
    task('mowing', null, 9),
  ];
  const prices = [
    price(50, '2026-01-01', null, forHill),
    price(45, '2026-01-01'),
    price(99, '2026-01-01', '2026-06-30', { taskId: 'topping', chargeableUnit: 'hour' }),
    price(13, '2026-03-01', null, { taskId: 'rolling', ...forHill }),
    price(14, '2025-03-01', null, { taskId: 'rolling', chargeableUnit: 'hectare' }),
    price(15, '2026-05-01', null, { taskId: 'mowing' }),
  ];
  const found = raisableOn(prices, tasks, '2026-03-01');
  expect(found.map(({ taskId, customerId, unit, was, rate }) => [taskId, customerId, unit, was, rate])).toEqual([
    ['ploughing', null, 'acre', fromNumeric(45), fromNumeric(45)],
    ['ploughing', 'hill', 'acre', fromNumeric(50), fromNumeric(50)],
    ['rolling', null, 'acre', null, fromNumeric(12)],
    ['rolling', null, 'hectare', fromNumeric(14), fromNumeric(14)],
  ]);
});

test('the prices that start on the day of a raise or later are named, the earliest first', () => {
  const prices = [
    price(47, '2026-03-01'),
    price(49, '2026-06-01', '2026-06-30', forHill),
    price(45, '2026-02-01', '2026-02-28'),
    price(15, '2026-01-01', null, { taskId: 'hidden' }),
  ];
  const starts = (day: string) =>
    startingFrom(prices.toReversed(), [{ id: 'ploughing' }], day).map(({ rate }) => rate / 10_000);
  expect(starts('2026-03-01')).toEqual([47, 49]);
  expect(starts('2026-03-02')).toEqual([49]);
  expect(starts('2026-06-02')).toEqual([]);
});

test.each([
  [0.0425, 0.001, 0.044],
  [0.85, 0.01, 0.88],
  [6.22, 0.05, 6.45],
  [45, 0.1, 46.8],
  [120, 0.5, 125],
  [1250, 1, 1300],
])('£%d is rounded to %d by its size: 4 %% more is £%d', (rate, step, next) => {
  expect(stepFor(fromNumeric(rate))).toBe(fromNumeric(step));
  expect(raisedBy(fromNumeric(rate), fromNumeric(4), stepFor(fromNumeric(rate)))).toBe(fromNumeric(next));
});

test('the change of a rate is told in percent with one decimal', () => {
  expect(changePercent(fromNumeric(6.22), fromNumeric(6.5))).toBe(fromNumeric(4.5));
  expect(changePercent(fromNumeric(6.22), fromNumeric(6))).toBe(fromNumeric(-3.5));
  expect(changePercent(fromNumeric(0), fromNumeric(6))).toBeNull();
});
