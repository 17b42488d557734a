// What the form of the invoice settings refuses, and with which sentence.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { settingsSchema } from '@/features/invoices/settings/settings-schema';

/** The messages of one field; the other fields of the form are missing. */
const messages = (field: string, text: string, others: object = {}) =>
  v
    .safeParse(settingsSchema, { ...others, [field]: text })
    .issues?.filter(({ path }) => path?.[0].key === field)
    .map(({ message }) => message);

const PRICE = 'Enter the price of a litre like 82.5.';

test.each([
  ['vat_number', 'GB12', "That doesn't look like a VAT number."],
  ['sort_code', '1234', 'A sort code has 6 digits.'],
  ['account_number', '123', 'An account number has 8 digits.'],
  ['iban', 'GB29NWBK60161331926818', "That doesn't look like an IBAN."],
  ['bic', 'X', 'A BIC has 8 or 11 letters and digits.'],
  ['email', 'nobody', 'Please enter a valid email address.'],
  ['next_number', '0', 'Enter a whole number from 1 to 99,999,999.'],
  ['number_padding', '9', 'Enter a whole number from 0 to 8.'],
  ['payment_terms_days', '121', 'Enter a whole number from 0 to 120.'],
  ['invoice_prefix', 'INVOICE-NO', 'Too long: 8 characters at most.'],
  ['vat_rate', '101', 'Enter a rate from 0 to 100.'],
  ['vat_rate', '-1', 'Enter a rate from 0 to 100.'],
  ['reminder_first', '61', 'Enter a whole number from 1 to 60.'],
  ['fuel_base_price', '0.825', PRICE],
  ['fuel_current_price', '1000.01', PRICE],
  ['fuel_share', '101', 'Enter a share from 0 to 100.'],
])('%s: %s is refused', (field, text, message) => {
  expect(messages(field, text)).toEqual([message]);
});

test.each([
  ['next_number', '1'],
  ['next_number', '99999999'],
  ['number_padding', '8'],
  ['payment_terms_days', '0'],
  ['payment_terms_days', '120'],
  ['vat_rate', '100'],
  ['vat_rate', '0'],
  ['fuel_base_price', '1'],
  ['fuel_base_price', '1000'],
  ['fuel_share', '100'],
])('%s: %s is the limit, and allowed', (field, text) => {
  expect(messages(field, text)).toEqual([]);
});

test('the figures of the surcharge are needed only while it is on; the second reminder comes after the first', () => {
  const off = { surcharge_on: false };
  const on = { surcharge_on: true };
  expect(messages('fuel_base_price', '', off)).toEqual([]);
  expect(messages('fuel_base_price', '', on)).toEqual([PRICE]);
  expect(messages('fuel_current_price', '', on)).toEqual([PRICE]);
  expect(messages('fuel_share', '', on)).toEqual(['Enter a share from 0 to 100.']);
  const late = 'The second reminder comes after the first.';
  expect(messages('reminder_second', '7', { reminder_first: '7' })).toEqual([late]);
  expect(messages('reminder_second', '8', { reminder_first: '7' })).toEqual([]);
  expect(messages('reminder_second', '', { reminder_first: '7' })).toEqual([]);
});
