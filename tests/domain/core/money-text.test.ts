import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commaQuestion,
  commaReadings,
  decimal,
  formatMoney,
  formatQuantity,
  formatRate,
  fromNumeric as d,
  parseDecimal,
  toInputText,
} from '@/domain/core/money';

const anyDecimal = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }).map(decimal);

describe('a comma that can mean two numbers', () => {
  test.each([
    ['24,360', 24.36, 24_360, '24.36 or 24,360? Type 24.36 or 24360.'],
    ['1,250 t', 1.25, 1250, '1.25 or 1,250? Type 1.25 or 1250.'],
    ['\u200B125,000\u00A0m³', 125, 125_000, '125 or 125,000? Type 125 or 125000.'],
  ])('%j is %d or %d', (text, point, thousands, question) => {
    expect(commaReadings(text)).toEqual({ point: d(point), thousands: d(thousands) });
    expect(commaQuestion(text)).toBe(question);
    // What is typed in answer is not asked about again, and means what was offered.
    for (const value of [point, thousands]) {
      expect(commaQuestion(toInputText(d(value)))).toBeNull();
      expect(parseDecimal(toInputText(d(value)))).toEqual({ ok: true, value: d(value) });
    }
  });

  test.each(['24.360', '24,36', '24,3600', '1,250,000', '1,250.5', '0,125', ',125', '1250,125', '24360', '', 'Pat'])(
    '%j is not asked about',
    (text) => {
      expect(commaReadings(text)).toBeNull();
      expect(commaQuestion(text)).toBeNull();
    },
  );
});

describe('what people type (case 25)', () => {
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
    ['.5', 0.5],
    [',5', 0.5],
    [',125', 0.125],
    ['12.', 12],
    ['12,', 12],
    ['007', 7],
    ['12.50000', 12.5],
    ['0', 0],
    // No group of thousands begins with four digits: the comma can only be a decimal one here.
    ['1250,125', 1250.125],
    // Pasted, with marks that nobody sees.
    ['\u200B1234.50', 1234.5],
    ['\u202A1,234.50\u202C', 1234.5],
    ['\uFEFF86 bales', 86],
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
    // Five percent off is not £5 off.
    '5%',
    '£5%',
    '-3',
    '−3',
    '--3',
    '99999999999999',
    '９',
  ])('%j is not a number', (text) => {
    expect(parseDecimal(text)).toEqual({ ok: false, reason: 'not-a-number' });
  });

  test.each([
    ['13.5 %', 13.5],
    ['5%', 5],
    ['12,5 %', 12.5],
    ['-4%', -4],
    ['20', 20],
  ])('%j is %d in a field in percent', (text, value) => {
    expect(parseDecimal(text, { allowNegative: true, percent: true })).toEqual({ ok: true, value: d(value) });
  });

  test.each(['£5', '5€', '5 ac', '5%%', '%'])('%j is not a number in a field in percent', (text) => {
    expect(parseDecimal(text, { percent: true })).toEqual({ ok: false, reason: 'not-a-number' });
  });

  test.each(['', ' ', '\u00a0'])('%j is empty', (text) => {
    expect(parseDecimal(text)).toEqual({ ok: false, reason: 'empty' });
  });

  test('a text of a megabyte is handled like a short one', () => {
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
  ])('%j with negatives allowed is %d (case 51)', (text, value) => {
    const parsed = parseDecimal(text, { allowNegative: true });
    expect(parsed).toEqual({ ok: true, value: d(value) });
  });

  test.each(['--3', '-£-3', '3-', '-'])('%j is invalid also with negatives allowed', (text) => {
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
  ])('the amount %d is written as %s', (n, text) => {
    expect(formatMoney(d(n), 'GBP')).toBe(text);
  });
  test('an amount in euros has the euro sign', () => {
    expect(formatMoney(d(1265.67), 'EUR')).toBe('€1,265.67');
  });
  test.each([
    [45, '£45.00'],
    [14.85, '£14.85'],
    [0.125, '£0.125'],
    [0.0425, '£0.0425'],
    [1250.5, '£1,250.50'],
    [-1.5, '−£1.50'],
  ])('the rate %d is written as %s', (n, text) => {
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
  ])('the quantity %d is written as %s, and as %s in an input', (n, text, typed) => {
    expect(formatQuantity(d(n))).toBe(text);
    expect(toInputText(d(n))).toBe(typed);
  });

  test('property: a formatted amount parses to itself', () => {
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

  test('property: no text breaks the parser', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = parseDecimal(text, { allowNegative: true });
        if (parsed.ok) expect(Number.isSafeInteger(parsed.value)).toBe(true);
      }),
    );
  });
});
