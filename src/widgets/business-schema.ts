// Form schemas of a business's own details, in the invoice settings and wherever else they are typed.
import * as v from 'valibot';
import {
  checkAccountNumber,
  checkIban,
  checkPrintedVatNumber,
  checkSortCode,
  type Checked,
} from '@/domain/core/identifiers';
import { checkedText, optionalText } from './text-schema';

function checkBic(value: string): Checked {
  const compact = value.replace(/\s/g, '').toUpperCase();
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(compact)
    ? { ok: true, value: compact }
    : { ok: false, message: 'A BIC has 8 or 11 letters and digits.' };
}

/** By column of the invoice settings. Input is text; empty text becomes null. */
export const businessEntries = {
  business_name: optionalText({ max: 120 }),
  address_line1: optionalText({ max: 120 }),
  address_line2: optionalText({ max: 120 }),
  address_line3: optionalText({ max: 120 }),
  town: optionalText({ max: 80 }),
  postcode: optionalText({ max: 12 }),
  vat_number: checkedText({ max: 20 }, checkPrintedVatNumber),
  bank_name: optionalText({ max: 80 }),
  account_name: optionalText({ max: 120 }),
  sort_code: checkedText({ max: 6 }, checkSortCode),
  account_number: checkedText({ max: 8 }, checkAccountNumber),
  iban: checkedText({ max: 34 }, checkIban),
  bic: checkedText({ max: 11 }, checkBic),
} satisfies Record<string, v.GenericSchema<string, string | null>>;
