import { expect, test } from 'vitest';
import {
  checkAccountNumber,
  checkIban,
  checkPrintedVatNumber,
  checkSortCode,
  checkVatNumber,
  formatSortCode,
} from '@/domain/core/identifiers';

const message = {
  vat: "That doesn't look like a VAT number.",
  sort: 'A sort code has 6 digits.',
  account: 'An account number has 8 digits.',
  iban: "That doesn't look like an IBAN.",
};

test.each([
  ['GB 123 4567 89', 'GB123456789'],
  ['123456789', '123456789'],
  ['gb123456789001', 'GB123456789001'],
  ['XI123456789', 'XI123456789'],
  ['IE1234567T', 'IE1234567T'],
  ['ie 1234567 wa', 'IE1234567WA'],
  ['IE8Z49289F', 'IE8Z49289F'],
  ['IE8+49289F', 'IE8+49289F'],
])('the VAT number %s is accepted as %s', (text, value) => {
  expect(checkVatNumber(text)).toEqual({ ok: true, value });
});

test.each([
  'GB12345678',
  'GB1234567890',
  'XI123456789001',
  'IE123456T',
  'IE1234567',
  'IE1234567ABC',
  'FR12345678901',
  '',
  'GB12345678９',
])('%j is not a VAT number', (text) => {
  expect(checkVatNumber(text)).toEqual({ ok: false, message: message.vat });
});

test('sort codes and account numbers are accepted with spaces or dashes, and refused with a wrong length', () => {
  expect(checkSortCode('20-00-00')).toEqual({ ok: true, value: '200000' });
  expect(checkSortCode('20 00 00')).toEqual({ ok: true, value: '200000' });
  expect(checkSortCode('20-00-0')).toEqual({ ok: false, message: message.sort });
  expect(formatSortCode('200415')).toBe('20-04-15');
  expect(checkAccountNumber('5577 9911')).toEqual({ ok: true, value: '55779911' });
  expect(checkAccountNumber('557799110')).toEqual({ ok: false, message: message.account });
});

test('signs that nobody sees and long dashes are dropped from pasted numbers', () => {
  expect(checkIban('IE29 AIBK 9311 5212 3456 78\u200B')).toEqual({ ok: true, value: 'IE29AIBK93115212345678' });
  expect(checkSortCode('20\u201300\u201300')).toEqual({ ok: true, value: '200000' });
  expect(checkAccountNumber('\u202A12345678\u200B\u202C')).toEqual({ ok: true, value: '12345678' });
  expect(checkVatNumber('GB\u00A0123\u20114567\u201189\uFEFF')).toEqual({ ok: true, value: 'GB123456789' });
  expect(checkPrintedVatNumber('GB\u00A0123 4567\u201389\u200B')).toEqual({ ok: true, value: 'GB 123 4567-89' });
});

test.each([
  ['GB29 NWBK 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ['ie29aibk93115212345678', 'IE29AIBK93115212345678'],
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
])('the IBAN %s is accepted as %s', (text, value) => {
  expect(checkIban(text)).toEqual({ ok: true, value });
});

test.each([
  ['a digit changed', 'GB29NWBK60161331926818'],
  ['two digits swapped', 'GB29NWBK60161331926891'],
  ['one short', 'GB29NWBK6016133192681'],
  ['right check digits, one short for its country', 'GB24NWBK6016133192681'],
  ['nothing', ''],
  ['a word', 'IBAN'],
  ['a megabyte', 'GB29'.padEnd(1_000_000, '1')],
])('an IBAN is refused: %s', (_, text) => {
  expect(checkIban(text)).toEqual({ ok: false, message: message.iban });
});
