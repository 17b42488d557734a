// The sums of the register in words.
import { expect, test } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { countWords, registerSums } from '@/features/invoices/register/register-sums';

const sums = (currency: 'GBP' | 'EUR', total: number) => ({
  ...{ currency, documents: 2, subtotal: fromNumeric(total), vatAmount: fromNumeric(0), total: fromNumeric(total) },
});

test('amounts of two currencies are not added up, and the farm’s own comes first', () => {
  const both = [sums('GBP', 1265.67), sums('EUR', 90)] as never;
  const total = (own: 'GBP' | 'EUR') => registerSums(both, own).at(-1);
  expect(total('GBP')).toEqual({ label: 'Total', value: '£1,265.67 + €90.00' });
  expect(total('EUR')).toEqual({ label: 'Total', value: '€90.00 + £1,265.67' });
  expect(registerSums([], 'EUR').at(0)).toEqual({ label: 'Net', value: '€0.00' });
  expect(countWords(both, null)).toBe('4 invoices');
  expect(countWords(both, 'refund')).toBe('4 credit notes');
});
