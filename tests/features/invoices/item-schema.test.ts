import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { itemSchema } from '@/features/invoices/build/item-schema';

const read = (kind: 'charge' | 'discount', amount: string) =>
  v.safeParse(itemSchema, { kind, description: 'Plastic', amount });

test.each([
  ['charge', '12.50', { amount: 12.5, percent: null }],
  ['discount', '12.50', { amount: -12.5, percent: null }],
  ['discount', '-12.50', { amount: -12.5, percent: null }],
  ['charge', '5%', { amount: 0, percent: 5 }],
  ['discount', '5 %', { amount: 0, percent: -5 }],
  ['charge', '-2,5%', { amount: 0, percent: -2.5 }],
] as const)('a %s of %s', (kind, text, { amount, percent }) => {
  expect(read(kind, text).output).toEqual({
    description: 'Plastic',
    amount: fromNumeric(amount),
    percent: percent === null ? null : fromNumeric(percent),
  });
});

test.each([
  ['', 'Enter an amount.'],
  ['0%', 'Enter an amount.'],
  ['101%', 'A percentage is 100 % at most.'],
  ['£5%', 'Enter a number like 12.50, or 5% of the work.'],
  ['5% off', 'Enter a number like 12.50, or 5% of the work.'],
  ['12.345', 'An amount has at most two decimals.'],
  ['10000000', 'An additional item is too large.'],
])('%j is refused: %s', (text, message) => {
  expect(read('discount', text).issues?.map((issue) => issue.message)).toEqual([message]);
});

test('an item needs a description', () => {
  const { issues } = v.safeParse(itemSchema, { kind: 'charge', description: ' ', amount: '1' });
  expect(issues?.map(({ message }) => message)).toEqual(['Describe the item.']);
});
