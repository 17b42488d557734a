import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_QUANTITY,
  MAX_RATE,
  MAX_VALUE,
  ZERO,
  add,
  compare,
  decimal,
  fromNumeric,
  hoursFromMinutes,
  hoursValue,
  isWholePence,
  lineValue,
  negate,
  percentOf,
  toNumeric,
} from '@/domain/core/money';

const d = fromNumeric;
const anyDecimal = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }).map(decimal);
const amount = fc.integer({ min: 0, max: 99_999_999_999 }).map(decimal);

test.each([0.5, NaN, Infinity, 2 ** 53, -(2 ** 53)])('decimal refuses %d', (n) => {
  expect(() => decimal(n)).toThrow(RangeError);
});

test('a negative zero is zero', () => {
  expect(Object.is(decimal(-0), 0)).toBe(true);
  expect(Object.is(negate(ZERO), 0)).toBe(true);
});

describe('database numerics', () => {
  test.each([0, 12.5, 0.0001, 0.3, 1240.5, 33.333, -50, 9_999_999.99, 999_999.9999])(
    '%d survives the round trip',
    (n) => {
      expect(toNumeric(fromNumeric(n))).toBe(n);
    },
  );
  test.each([0.00001, 1.23456, NaN, Infinity, 1e15, 0.1 + 0.2])('refuses %d', (n) => {
    expect(() => fromNumeric(n)).toThrow(RangeError);
  });
  test('property: every value with four decimals survives JSON', () => {
    fc.assert(fc.property(anyDecimal, (v) => fromNumeric(Number(JSON.parse(JSON.stringify(toNumeric(v))))) === v));
  });
});

describe('values', () => {
  test.each([
    ['case 26, M4', 33.33, 0.5, 16.67],
    ['case 26', 32.05, 0.5, 16.03],
    ['case 26', 19.99, 0.5, 10],
    ['M4', 0.02, 7.25, 0.15],
    ['M4', 1.005, 1, 1.01],
    ['case 28', 0, 12.5, 0],
    ['case 29', 1, 0.0001, 0],
    ['a rate with pence', 32.06, 12.5, 400.75],
    ['a rate with pence', 6.22, 86, 534.92],
    ['half away from zero', -33.33, 0.5, -16.67],
    ['half away from zero', -0.01, 0.5, -0.01],
    ['just under half a penny', 0.0049, 1, 0],
  ])('%s: %d × %d = %d', (_, rate, quantity, value) => {
    expect(lineValue(d(rate), d(quantity))).toBe(d(value));
  });

  test('440 minutes at £45 are £330.00, where 7.33 h would be 329.85 (case 27)', () => {
    expect(hoursValue(d(45), 440)).toBe(d(330));
    expect(lineValue(d(45), d(7.33))).toBe(d(329.85));
  });

  test.each([
    ['case 3', 45, 540, 405],
    ['case 4', 45, 420, 315],
    ['case 33', 45, 450, 337.5],
    ['exactly half a penny', 0.01, 30, 0.01],
    ['a third of a penny', 0.01, 20, 0],
  ])('%s: %d an hour for %d minutes = %d', (_, rate, minutes, value) => {
    expect(hoursValue(d(rate), minutes)).toBe(d(value));
  });

  test('the highest rate times the highest quantity is computed exactly, and exceeds the limit (case 30)', () => {
    const value = lineValue(MAX_RATE, MAX_QUANTITY);
    expect(value).toBe(decimal(999_999_998_900_000));
    expect(compare(value, MAX_VALUE)).toBe(1);
    expect([MAX_RATE, MAX_QUANTITY, MAX_VALUE].map(toNumeric)).toEqual([99_999.9999, 999_999.9999, 9_999_999.99]);
  });

  test.each([
    ['case 35', 1290.67, 20, 258.13],
    ['case 36', 99.99, 20, 20],
    ['case 37', 123, 13.5, 16.61],
    ['half away from zero', -123, 13.5, -16.61],
    ['no VAT', 123, 0, 0],
  ])('%s: of %d, %d %% is %d', (_, of, percent, result) => {
    expect(percentOf(d(of), d(percent))).toBe(d(result));
  });

  test.each([
    [440, 7.3333],
    [37, 0.6167],
    [625, 10.4167],
    [0, 0],
    [1440, 24],
  ])('%d minutes are %d hours', (minutes, hours) => {
    expect(hoursFromMinutes(minutes)).toBe(d(hours));
  });

  test('every rate to £20 in pennies × every quarter to 50 matches integer arithmetic, floats do not (M4)', () => {
    let wrong = 0;
    let floatsWrong = 0;
    for (let penny = 1; penny <= 2000; penny += 1) {
      for (let quarter = 1; quarter <= 200; quarter += 1) {
        const exact = Math.floor((penny * quarter * 2 + 4) / 8);
        if (lineValue(decimal(penny * 100), decimal(quarter * 2500)) !== exact * 100) wrong += 1;
        if (Math.round((penny / 100) * (quarter / 4) * 100) !== exact) floatsWrong += 1;
      }
    }
    expect(wrong).toBe(0);
    expect(floatsWrong).toBeGreaterThan(0);
  });

  test('property: lineValue is the nearest penny and on a tie the one further from zero', () => {
    const half = 500_000n;
    const tie = fc.tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 9_999 })).map(([a, b]) => {
      // (2a+1)·50 ten-thousandths × (2b+1) whole units: always x.xx5
      return [decimal((2 * a + 1) * 50), decimal((2 * b + 1) * 10_000)] as const;
    });
    const any = fc.tuple(amount, fc.integer({ min: 0, max: 9_999_999 }).map(decimal));
    fc.assert(
      fc.property(fc.oneof(tie, any), fc.boolean(), ([rate, quantity], minus) => {
        const exact = BigInt(rate) * BigInt(quantity);
        const under = exact / 1_000_000n;
        const oracle = exact % 1_000_000n >= half ? under + 1n : under;
        const value = BigInt(lineValue(minus ? negate(rate) : rate, quantity));
        expect(value).toBe((minus ? -oracle : oracle) * 100n);
      }),
    );
    fc.assert(fc.property(tie, ([rate, quantity]) => (BigInt(rate) * BigInt(quantity)) % 1_000_000n === half));
  });

  test('property: the value of hours at a rate is the rounded exact fraction', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 1440 }), (rate, minutes) => {
        const value = hoursValue(decimal(rate), minutes);
        const difference = BigInt(value) * 60n - BigInt(rate) * BigInt(minutes);
        expect(isWholePence(value)).toBe(true);
        // Within half a penny: 50 ten-thousandths × 60, the upper bound included.
        expect(difference > -3_000n && difference <= 3_000n).toBe(true);
      }),
    );
  });

  test('property: addition is commutative, and adding the opposite gives zero', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, anyDecimal, (a, b, c) => {
        expect(add(a, b, c)).toBe(add(c, a, b));
        expect(add(a, b, negate(b))).toBe(a);
        expect(compare(a, b)).toBe(0 - compare(b, a) + 0);
      }),
    );
    expect(add()).toBe(ZERO);
  });
});
