// How typed numbers and dates are read, and with which words they are refused.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { positive, typedNumber, whole, type NumberRule } from '@/domain/core/number-rule';
import {
  optionalDate,
  optionalNumber,
  optionalWhole,
  requiredDate,
  requiredNumber,
  requiredWhole,
} from '@/domain/core/typed';

/** What a schema makes of a text: its value, or the message that refuses it. */
const read = (schema: v.GenericSchema<string, unknown>, text: string): unknown => {
  const { success, output, issues } = v.safeParse(schema, text);
  return success ? output : issues[0].message;
};

const RULE: NumberRule = { decimals: 2, max: 1000 };

test.each<[string, NumberRule, number | string | null]>([
  [' 12,5 ', RULE, fromNumeric(12.5)],
  ['1,000', RULE, fromNumeric(1000)],
  [' ', RULE, null],
  ['1000.01', RULE, 'Enter a number from 0 to 1,000.'],
  ['-1', RULE, 'Enter a number from 0 to 1,000.'],
  ['-1', { ...RULE, below: 'Too small.' }, 'Too small.'],
  ['1001', { ...RULE, above: 'Too large.' }, 'Too large.'],
  ['1.234', RULE, '2 decimals at most.'],
  ['a load', RULE, 'Enter a number like 12.5.'],
  ['5 %', RULE, 'Enter a number like 12.5.'],
  ['5 %', { ...RULE, percent: true }, fromNumeric(5)],
  ['24,360', { max: 100_000, measured: true }, '24.36 or 24,360? Type 24.36 or 24360.'],
  ['24,360', { max: 100_000 }, fromNumeric(24_360)],
  ['0', positive(99, 2), 'Enter a number above 0, at most 99.'],
  ['1.5', whole(8, 1), 'Enter a whole number from 1 to 8.'],
  // One message for whatever is wrong, and another one for one fault.
  ['a load', { ...RULE, message: 'Enter a share.' }, 'Enter a share.'],
  ['1.234', { ...RULE, message: 'Enter a share.' }, 'Enter a share.'],
  ['1001', { ...RULE, message: 'Enter a share.' }, 'Enter a share.'],
  ['1001', { ...RULE, message: 'Enter a share.', above: 'Too large.' }, 'Too large.'],
])('%j by %j is %j', (text, rule, expected) => {
  expect(typedNumber(text, rule)).toBe(expected);
});

test('an empty input is null, or refused with the message for an empty one', () => {
  expect(read(optionalNumber(RULE), '')).toBeNull();
  expect(read(requiredNumber(RULE), '')).toBe('Enter a number like 12.5.');
  expect(read(requiredNumber({ ...RULE, outside: 'Enter 0 to 1,000.' }), '')).toBe('Enter 0 to 1,000.');
  expect(read(requiredNumber({ ...RULE, outside: 'Enter 0 to 1,000.', empty: 'Enter it.' }), '')).toBe('Enter it.');
});

test('a whole number is a plain one', () => {
  expect(read(optionalWhole({ max: 365 }), '')).toBeNull();
  expect(read(optionalWhole({ max: 365 }), '30')).toBe(30);
  expect(read(requiredWhole({ min: 1, max: 8 }), '8')).toBe(8);
  for (const text of ['', '0', '9', '1.5', 'two'])
    expect(read(requiredWhole({ min: 1, max: 8 }), text)).toBe('Enter a whole number from 1 to 8.');
});

test('a date is within the years of its column', () => {
  expect(read(optionalDate(), '')).toBeNull();
  expect(read(optionalDate(), '1900-01-01')).toBe('1900-01-01');
  expect(read(optionalDate(2000), '2199-12-31')).toBe('2199-12-31');
  // The words of the database for a column without limits of its own.
  for (const text of ['1899-12-31', '2200-01-01', '2027-02-29', 'soon'])
    expect(read(optionalDate(), text)).toBe('Choose a date from 1900 to 2199.');
  expect(read(optionalDate(2000), '1999-12-31')).toBe('Choose a date from 2000 to 2199.');
  for (const text of ['', '1999-12-31', '2200-01-01'])
    expect(read(requiredDate(), text)).toBe('Choose a date from the year 2000 on.');
});
