import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { MEASURED_QUANTITY } from '@/domain/core/number-rule';
import { requiredNumber } from '@/domain/core/typed';

test('a quantity is a number above 0', () => {
  expect(v.parse(requiredNumber(MEASURED_QUANTITY), ' 12,5 ')).toBe(fromNumeric(12.5));
});

test.each([
  ['', 'Enter a quantity greater than 0.'],
  ['0', 'Enter a quantity greater than 0.'],
  ['-3', 'Enter a quantity greater than 0.'],
  ['10000000', 'That quantity is too large.'],
  ['a load', 'Enter a number like 12.5.'],
])('%j is refused', (text, message) => {
  expect(v.safeParse(requiredNumber(MEASURED_QUANTITY), text).issues?.map((issue) => issue.message)).toEqual([message]);
});
