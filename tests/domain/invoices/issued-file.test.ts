// Whether the function that mails invoices recognises the PDFs that the app makes, whatever letters a name has.
import { describe, expect, test } from 'vitest';
import { invoicePdf } from '@/pdf/invoice-pdf';
import { printable } from '@/pdf/printable-text';
import { isIssuedFile } from '../../../supabase/functions/_shared/issued-file';
import type { MailJob } from '../../../supabase/functions/_shared/invoice-mail-text';
import { creditNote, fonts, sample } from '../pdf/sample';

const ID = '0b0ef1d5-6a0c-4d0a-9a86-0d1d5c7f3a11';
const NAMES = [
  'Nguyễn Farm',
  'Trần Thị Phượng',
  'Đặng Văn Ước',
  'Man\ufb01eld Estate',
  'O\ufb04ey Bros',
  'Ó Ḃroin',
  'Ḋún na nGall, Ḟ Ġ Ṁ Ṗ Ṡ Ṫ',
  'AgriCo™',
  'Farm № 7',
  'Ｆｕｌｌ Ｗｉｄｔｈ',
  'Field⁵ and P₂O₅',
  'Łódź Șt Țară řeka',
  '½ Acre, ⅓ Acre',
  'O’Brien & Sons',
  '漢字 Farm',
  'Ферма',
  '👩‍🌾 Farm',
  'O\u0301 Se\u0301 Nguye\u0302\u0303n',
  `${'ﬃ'.repeat(150)} Estate`,
];

const fileOf = (name: string, more: Parameters<typeof sample>[0] = {}, document = sample) =>
  new Uint8Array(invoicePdf({ ...document({ customer: { name }, ...more }), id: ID }, fonts));

/** Whether it may be mailed as this invoice of this customer. */
const isAccepted = (file: Uint8Array, customer: string, more: Partial<MailJob> = {}) =>
  isIssuedFile(file, { invoice: ID, number: 'INV-0041', customer, total: 1548.8, ...more } as MailJob);

describe('the PDF that the app makes', () => {
  test.each(NAMES)('for %s may be mailed', async (name) => {
    expect(await isAccepted(fileOf(name), name)).toBe(true);
  });

  test.each(NAMES)('for %s may be mailed if an earlier version made it', async (name) => {
    expect(await isAccepted(fileOf(printable(name, 300, { plainForms: false })), name)).toBe(true);
  });

  test('of a credit note may be mailed, and so may one with such letters in its number', async () => {
    expect(await isAccepted(fileOf('Nguyễn', {}, creditNote), 'Nguyễn', { number: 'CN-0001', total: -1548.8 })).toBe(
      true,
    );
    expect(await isAccepted(fileOf('Hill Farm', { invoiceNumber: '№-0042' }), 'Hill Farm', { number: '№-0042' })).toBe(
      true,
    );
  });

  test.each([
    ['Nguyễn Farm', 'Nguyet Farm'],
    ['Nguyễn Farm', 'Low Farm'],
    ['ﬁ', 'Low Farm'],
    ['漢字', 'Low Farm'],
    ['Ферма', '漢字'],
  ])('for another customer is refused: %s and %s', async (name, other) => {
    expect(await isAccepted(fileOf(other), name)).toBe(false);
  });

  test('of another invoice is refused', async () => {
    const file = fileOf('Nguyễn');
    expect(await isAccepted(file, 'Nguyễn', { number: 'INV-0042' })).toBe(false);
    expect(await isAccepted(file, 'Nguyễn', { total: 1548.81 })).toBe(false);
    expect(await isAccepted(file, 'Nguyễn', { invoice: crypto.randomUUID() })).toBe(false);
  });
});
