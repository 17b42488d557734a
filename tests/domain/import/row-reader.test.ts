// Amounts of money in a file.
import { expect, test } from 'vitest';
import { MAX_VALUE, toNumeric } from '@/domain/core/money';
import { RowReader } from '@/domain/import/row-reader';

const COLUMNS = [{ key: 'amount', label: 'Amount', names: [], kind: 'number' as const }];
function read(text: string, { decimalComma = false, mayBeZero = true } = {}) {
  const reader = new RowReader({ at: 2, cells: [text] }, COLUMNS, { amount: 0 }, { dateOrder: 'dmy', decimalComma });
  const value = reader.money('amount', MAX_VALUE, mayBeZero);
  return value === null ? reader.problems : toNumeric(value);
}

test('an amount of money has no part of a penny', () => {
  expect(read('£1,200.50')).toBe(1200.5);
  expect(read('1.200,50', { decimalComma: true })).toBe(1200.5);
  expect(read('0.10')).toBe(0.1);
  expect(read('9999999.99')).toBe(9_999_999.99);
  expect(read('')).toEqual([]);
  expect(read('80.005')).toEqual(['Amount: It has more than two decimals.']);
  expect(read('-5')).toEqual(['Amount: “-5” is not a number from 0 on.']);
  expect(read('10000000')).toEqual(['Amount: 10000000 is too large.']);
  expect(read('0')).toBe(0);
  expect(read('0', { mayBeZero: false })).toEqual(['Amount: Enter a number greater than 0.']);
});
