// The invoice settings as a form: texts and ticks in, the table's columns out.
import * as v from 'valibot';
import {
  checkAccountNumber,
  checkEmail,
  checkIban,
  checkSortCode,
  checkVatNumber,
  formatSortCode,
  type Checked,
} from '@/domain/identifiers';
import type { InvoiceSettings } from '@/data/invoice-settings';
import { decimal, formatQuantity, parseDecimal } from '@/domain/money';

const tooLong = (max: number) => `Too long: ${max} characters at most.`;

/** A text that may stay empty, and then is nothing. */
const text = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max, tooLong(max)),
    v.transform((value) => value || null),
  );

/** Like `text`, held to a check and tidied by it. */
const checked = (max: number, check: (value: string) => Checked) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      if (dataset.value === '') return null;
      const answer = check(dataset.value);
      if (answer.ok && answer.value.length <= max) return answer.value;
      addIssue({ message: answer.ok ? tooLong(max) : answer.message });
      return NEVER;
    }),
  );

/** Kept as it was typed, so that the paper shows the spaces that the person wants. */
const vatNumber = (value: string): Checked => {
  const answer = checkVatNumber(value);
  return answer.ok ? { ok: true, value: value.replace(/\s+/g, ' ') } : answer;
};

function checkBic(value: string): Checked {
  const bare = value.replace(/\s/g, '').toUpperCase();
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bare)
    ? { ok: true, value: bare }
    : { ok: false, message: 'A BIC has 8 or 11 letters and digits.' };
}

const whole = (from: number, to: number) => {
  const message = `Enter a whole number from ${from} to ${to}.`;
  return v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,8}$/, message),
    v.transform(Number),
    v.minValue(from, message),
    v.maxValue(to, message),
  );
};

const percent = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parseDecimal(dataset.value, { decimals: 2 });
    if (parsed.ok && parsed.value <= decimal(1_000_000)) return parsed.value;
    addIssue({ message: 'Enter a rate from 0 to 100.' });
    return NEVER;
  }),
);

export const settingsSchema = v.object({
  business_name: text(120),
  trading_name: text(120),
  legal_form: v.pipe(
    v.picklist(['', 'sole_trader', 'partnership', 'limited']),
    v.transform((form) => (form === '' ? null : form)),
  ),
  company_number: text(20),
  address_line1: text(120),
  address_line2: text(120),
  address_line3: text(120),
  town: text(80),
  postcode: text(12),
  country: text(60),
  phone: text(40),
  email: checked(254, checkEmail),
  vat_registered: v.boolean(),
  vat_number: checked(20, vatNumber),
  vat_rate: percent,
  currency: v.picklist(['GBP', 'EUR']),
  invoice_prefix: v.pipe(v.string(), v.trim(), v.maxLength(8, tooLong(8))),
  next_number: whole(1, 99_999_999),
  number_padding: whole(0, 8),
  payment_terms_days: whole(0, 120),
  bank_name: text(80),
  account_name: text(120),
  sort_code: checked(6, checkSortCode),
  account_number: checked(8, checkAccountNumber),
  iban: checked(34, checkIban),
  bic: checked(11, checkBic),
  footer_text: text(500),
  show_times: v.boolean(),
  show_person: v.boolean(),
  show_notes: v.boolean(),
  group_lines_by: v.picklist(['none', 'task', 'day']),
});

export type SettingsInput = v.InferInput<typeof settingsSchema>;
export type SettingsOutput = v.InferOutput<typeof settingsSchema>;
export type SettingsField = keyof SettingsInput;

/** What the fields show for stored settings. */
export function settingsValues(stored: InvoiceSettings): SettingsInput {
  const shown = (value: string | null) => value ?? '';
  return {
    business_name: shown(stored.business_name),
    trading_name: shown(stored.trading_name),
    legal_form: stored.legal_form ?? '',
    company_number: shown(stored.company_number),
    address_line1: shown(stored.address_line1),
    address_line2: shown(stored.address_line2),
    address_line3: shown(stored.address_line3),
    town: shown(stored.town),
    postcode: shown(stored.postcode),
    country: shown(stored.country),
    phone: shown(stored.phone),
    email: shown(stored.email),
    vat_registered: stored.vat_registered,
    vat_number: shown(stored.vat_number),
    vat_rate: formatQuantity(stored.vat_rate),
    currency: stored.currency,
    invoice_prefix: stored.invoice_prefix,
    next_number: String(stored.next_number),
    number_padding: String(stored.number_padding),
    payment_terms_days: String(stored.payment_terms_days),
    bank_name: shown(stored.bank_name),
    account_name: shown(stored.account_name),
    sort_code: formatSortCode(shown(stored.sort_code)),
    account_number: shown(stored.account_number),
    iban: shown(stored.iban).replace(/(.{4})(?=.)/g, '$1 '),
    bic: shown(stored.bic),
    footer_text: shown(stored.footer_text),
    show_times: stored.show_times,
    show_person: stored.show_person,
    show_notes: stored.show_notes,
    group_lines_by: stored.group_lines_by,
  };
}

/** Only the fields that the person changed: the next number, above all, may have moved on since the form was opened. */
export const changedOnly = (
  output: SettingsOutput,
  dirty: Partial<Record<SettingsField, boolean | undefined>>,
): Partial<SettingsOutput> =>
  Object.fromEntries(Object.entries(output).filter(([name]) => name in dirty && dirty[name as SettingsField]));
