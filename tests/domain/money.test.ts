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
  formatMoney,
  formatQuantity,
  formatRate,
  fromNumeric,
  hoursFromMinutes,
  hoursValue,
  isWholePence,
  lineValue,
  negate,
  parseDecimal,
  percentOf,
  toInputText,
  toNumeric,
} from '@/domain/money';

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
    '%d comes back as it went',
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
    ['3.3', 32.06, 12.5, 400.75],
    ['3.3', 6.22, 86, 534.92],
    ['half away from zero', -33.33, 0.5, -16.67],
    ['half away from zero', -0.01, 0.5, -0.01],
    ['just under the half', 0.0049, 1, 0],
  ])('%s: %d × %d = %d', (_, rate, quantity, value) => {
    expect(lineValue(d(rate), d(quantity))).toBe(d(value));
  });

  test('case 27: 440 minutes at £45 are £330.00, where 7.33 h would be 329.85', () => {
    expect(hoursValue(d(45), 440)).toBe(d(330));
    expect(lineValue(d(45), d(7.33))).toBe(d(329.85));
  });

  test.each([
    ['case 3', 45, 540, 405],
    ['case 4', 45, 420, 315],
    ['case 33', 45, 450, 337.5],
    ['a tie of minutes', 0.01, 30, 0.01],
    ['a third', 0.01, 20, 0],
  ])('%s: %d an hour for %d minutes = %d', (_, rate, minutes, value) => {
    expect(hoursValue(d(rate), minutes)).toBe(d(value));
  });

  test('case 30: the greatest rate times the greatest quantity is computed exactly, and is over the limit', () => {
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

  test('M4: every rate to £20 in pennies × every quarter to 50 agrees with whole-number arithmetic, floats do not', () => {
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

  test('property: hours at a rate are worth what the exact fraction rounds to', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 1440 }), (rate, minutes) => {
        const value = hoursValue(decimal(rate), minutes);
        const off = BigInt(value) * 60n - BigInt(rate) * BigInt(minutes);
        expect(isWholePence(value)).toBe(true);
        // within half a penny: 50 ten-thousandths × 60, the upper side included
        expect(off > -3_000n && off <= 3_000n).toBe(true);
      }),
    );
  });

  test('property: adding does not mind the order, and the opposite takes it away', () => {
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

describe('case 25: what people type', () => {
  test.each([
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['1,250', 1250],
    ['0,125', 0.125],
    ['1.250,50', 1250.5],
    ['1,250.50', 1250.5],
    ['1,250,000', 1_250_000],
    ['1.250.000,5', 1_250_000.5],
    ['£45', 45],
    ['£45.00', 45],
    ['45 €', 45],
    ['€ 1 265,67', 1265.67],
    ['1\u00a0240,5', 1240.5],
    ['1\u202f240.5', 1240.5],
    [' 86 ', 86],
    ['12 ac', 12],
    ['12.5ac', 12.5],
    ['1,240.5 m³', 1240.5],
    ['1240 m3', 1240],
    ['7.75 h', 7.75],
    ['3 half days', 3],
    ['86 bales', 86],
    ['£32.06 / ac', 32.06],
    ['13.5 %', 13.5],
    ['.5', 0.5],
    [',5', 0.5],
    [',125', 0.125],
    ['12.', 12],
    ['12,', 12],
    ['007', 7],
    ['12.50000', 12.5],
    ['0', 0],
    // No group of thousands begins with four digits: here the comma can only be the decimal one.
    ['1250,125', 1250.125],
  ])('%j is %d', (text, value) => {
    expect(parseDecimal(text)).toEqual({ ok: true, value: d(value) });
  });

  test.each([
    '12,5,3',
    '1,25,000',
    '12,50.5',
    '1.250.000',
    '1,250.5,3',
    '1.5.2',
    '٤٥',
    '1e3',
    '1E3',
    '0x10',
    'NaN',
    'Infinity',
    'twelve',
    'ac',
    '£',
    '.',
    ',',
    '4£5',
    '1/2',
    '+5',
    '62,500 gal',
    '50p',
    '12 kg',
    '-3',
    '−3',
    '--3',
    '99999999999999',
    '９',
  ])('%j is no number', (text) => {
    expect(parseDecimal(text)).toEqual({ ok: false, reason: 'not-a-number' });
  });

  test.each(['', ' ', '\u00a0'])('%j is empty', (text) => {
    expect(parseDecimal(text)).toEqual({ ok: false, reason: 'empty' });
  });

  test('a megabyte is answered like a short text', () => {
    expect(parseDecimal('1'.repeat(1_000_000))).toEqual({ ok: false, reason: 'not-a-number' });
    expect(parseDecimal(' '.repeat(1_000_000))).toEqual({ ok: false, reason: 'empty' });
  });

  test.each([
    ['0.12345', {}],
    ['12.345', { decimals: 2 }],
    ['12,345,678.901', { decimals: 2 }],
    ['1.5', { decimals: 0 }],
    ['1.23456', { decimals: 9 }],
  ])('%j with %j has too many decimals', (text, options) => {
    expect(parseDecimal(text, options)).toEqual({ ok: false, reason: 'too-many-decimals' });
  });

  test.each([
    ['-3', -3],
    ['−50.00', -50],
    ['−£50.00', -50],
    ['£-50', -50],
    ['- 1,250', -1250],
    ['-0', 0],
  ])('case 51: %j where a minus is allowed is %d', (text, value) => {
    const parsed = parseDecimal(text, { allowNegative: true });
    expect(parsed).toEqual({ ok: true, value: d(value) });
  });

  test.each(['--3', '-£-3', '3-', '-'])('%j stays wrong where a minus is allowed', (text) => {
    expect(parseDecimal(text, { allowNegative: true })).toEqual({ ok: false, reason: 'not-a-number' });
  });
});

describe('how amounts are written', () => {
  test.each([
    [1265.67, '£1,265.67'],
    [-50, '−£50.00'],
    [0, '£0.00'],
    [9_999_999.99, '£9,999,999.99'],
    [0.005, '£0.01'],
    [-0.0049, '£0.00'],
    [999.995, '£1,000.00'],
  ])('money %d', (n, text) => {
    expect(formatMoney(d(n), 'GBP')).toBe(text);
  });
  test('euros', () => {
    expect(formatMoney(d(1265.67), 'EUR')).toBe('€1,265.67');
  });
  test.each([
    [45, '£45.00'],
    [14.85, '£14.85'],
    [0.125, '£0.125'],
    [0.0425, '£0.0425'],
    [1250.5, '£1,250.50'],
    [-1.5, '−£1.50'],
  ])('rate %d', (n, text) => {
    expect(formatRate(d(n), 'GBP')).toBe(text);
  });
  test.each([
    [12.5, '12.5', '12.5'],
    [1240.5, '1,240.5', '1240.5'],
    [86, '86', '86'],
    [33.333, '33.333', '33.333'],
    [1_000_000, '1,000,000', '1000000'],
    [0.0001, '0.0001', '0.0001'],
    [-3, '−3', '-3'],
    [100, '100', '100'],
  ])('quantity %d', (n, text, typed) => {
    expect(formatQuantity(d(n))).toBe(text);
    expect(toInputText(d(n))).toBe(typed);
  });

  test('property: what is written reads back as itself', () => {
    fc.assert(
      fc.property(anyDecimal, (v) => {
        for (const text of [formatQuantity(v), toInputText(v), formatRate(v, 'GBP'), formatRate(v, 'EUR')]) {
          expect(parseDecimal(text, { allowNegative: true })).toEqual({ ok: true, value: v });
        }
        const penny = decimal(Math.trunc(v / 100) * 100);
        expect(parseDecimal(formatMoney(penny, 'GBP'), { allowNegative: true })).toEqual({ ok: true, value: penny });
      }),
    );
  });

  test('property: no text whatever breaks the parser', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = parseDecimal(text, { allowNegative: true });
        if (parsed.ok) expect(Number.isSafeInteger(parsed.value)).toBe(true);
      }),
    );
  });
});
