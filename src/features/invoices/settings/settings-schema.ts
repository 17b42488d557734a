// Form schema of the invoice settings: input is text and booleans, output is the table's columns.
import * as v from 'valibot';
import type { InvoiceSettings } from '@/data/invoices/invoice-settings';
import { checkEmail, formatSortCode } from '@/domain/core/identifiers';
import { decimal, formatQuantity, toInputText, type Decimal } from '@/domain/core/money';
import { typedNumber } from '@/domain/core/number-rule';
import { numberText, optionalNumber, optionalWhole, requiredNumber, requiredWhole } from '@/domain/core/typed';
import { unknownPlaceholder, PLACEHOLDERS } from '@/domain/invoices/invoice-mail';
import type { FuelRule } from '@/domain/prices/surcharge';
import { businessEntries } from '@/widgets/business-schema';
import { checkedText, limitedText, optionalText } from '@/widgets/text-schema';

/** The placeholders of a mail's text: "{number}, {date}, …". */
export const placeholderList = PLACEHOLDERS.map((place) => `{${place}}`).join(', ');

const PRICE_MESSAGE = 'Enter the price of a litre like 82.5.';
const SHARE_MESSAGE = 'Enter a share from 0 to 100.';

const PERCENT = { decimals: 2, max: 100, percent: true };
/** Pence (cents) as at the pump; the column stores pounds (euros) with four decimals. */
const LITRE_PRICE = { decimals: 2, min: 1, max: 1000, message: PRICE_MESSAGE };
const SHARE = { ...PERCENT, message: SHARE_MESSAGE };

const inPounds = (pence: Decimal): Decimal => decimal(pence / 100);
const litrePrice = v.pipe(
  optionalNumber(LITRE_PRICE),
  v.transform((pence) => (pence === null ? null : inPounds(pence))),
);

/** Text with placeholders for figures of the invoice. */
const mailText = (max: number) =>
  v.pipe(
    optionalText({ max }),
    v.rawCheck(({ dataset, addIssue }) => {
      const unknown = dataset.typed && dataset.value !== null ? unknownPlaceholder(dataset.value) : null;
      if (unknown !== null)
        addIssue({ message: `There is no {${unknown}}. These can be filled in: ${placeholderList}.` });
    }),
  );

const columns = v.object({
  ...businessEntries,
  trading_name: optionalText({ max: 120 }),
  legal_form: v.pipe(
    v.picklist(['', 'sole_trader', 'partnership', 'limited']),
    v.transform((form) => (form === '' ? null : form)),
  ),
  company_number: optionalText({ max: 20 }),
  country: optionalText({ max: 60 }),
  phone: optionalText({ max: 40 }),
  email: checkedText({ max: 254 }, checkEmail),
  vat_registered: v.boolean(),
  vat_rate: requiredNumber({ ...PERCENT, message: 'Enter a rate from 0 to 100.' }),
  currency: v.picklist(['GBP', 'EUR']),
  invoice_prefix: limitedText({ max: 8 }),
  next_number: requiredWhole({ min: 1, max: 99_999_999 }),
  number_padding: requiredWhole({ max: 8 }),
  payment_terms_days: requiredWhole({ max: 120 }),
  footer_text: optionalText({ max: 500 }),
  show_times: v.boolean(),
  show_person: v.boolean(),
  show_notes: v.boolean(),
  group_lines_by: v.picklist(['none', 'task', 'day']),
  surcharge_on: v.boolean(),
  fuel_base_price: litrePrice,
  fuel_current_price: litrePrice,
  fuel_share: optionalNumber(SHARE),
  email_subject: mailText(200),
  email_body: mailText(2000),
  reminders_on: v.boolean(),
  reminder_first: requiredWhole({ min: 1, max: 60 }),
  reminder_second: optionalWhole({ min: 2, max: 120 }),
});

/**
 * Rules across fields: the surcharge's figures are required if it is on, and the second reminder comes after the first.
 */
export const settingsSchema = v.pipe(
  columns,
  v.forward(
    v.partialCheck(
      [['surcharge_on'], ['fuel_base_price']],
      (row) => !row.surcharge_on || row.fuel_base_price !== null,
      PRICE_MESSAGE,
    ),
    ['fuel_base_price'],
  ),
  v.forward(
    v.partialCheck(
      [['surcharge_on'], ['fuel_current_price']],
      (row) => !row.surcharge_on || row.fuel_current_price !== null,
      PRICE_MESSAGE,
    ),
    ['fuel_current_price'],
  ),
  v.forward(
    v.partialCheck(
      [['surcharge_on'], ['fuel_share']],
      (row) => !row.surcharge_on || row.fuel_share !== null,
      SHARE_MESSAGE,
    ),
    ['fuel_share'],
  ),
  v.forward(
    v.partialCheck(
      [['reminder_first'], ['reminder_second']],
      (row) => row.reminder_second === null || row.reminder_second > row.reminder_first,
      'The second reminder comes after the first.',
    ),
    ['reminder_second'],
  ),
);

export type SettingsInput = v.InferInput<typeof settingsSchema>;
export type SettingsOutput = v.InferOutput<typeof settingsSchema>;
export type SettingsField = keyof SettingsInput;

const penceText = (price: Decimal | null) => (price === null ? '' : toInputText(decimal(price * 100)));

/** The form values of the stored settings. */
export function settingsValues(stored: InvoiceSettings): SettingsInput {
  const orEmpty = (value: string | null) => value ?? '';
  return {
    business_name: orEmpty(stored.business_name),
    trading_name: orEmpty(stored.trading_name),
    legal_form: stored.legal_form ?? '',
    company_number: orEmpty(stored.company_number),
    address_line1: orEmpty(stored.address_line1),
    address_line2: orEmpty(stored.address_line2),
    address_line3: orEmpty(stored.address_line3),
    town: orEmpty(stored.town),
    postcode: orEmpty(stored.postcode),
    country: orEmpty(stored.country),
    phone: orEmpty(stored.phone),
    email: orEmpty(stored.email),
    vat_registered: stored.vat_registered,
    vat_number: orEmpty(stored.vat_number),
    vat_rate: formatQuantity(stored.vat_rate),
    currency: stored.currency,
    invoice_prefix: stored.invoice_prefix,
    next_number: String(stored.next_number),
    number_padding: String(stored.number_padding),
    payment_terms_days: String(stored.payment_terms_days),
    bank_name: orEmpty(stored.bank_name),
    account_name: orEmpty(stored.account_name),
    sort_code: formatSortCode(orEmpty(stored.sort_code)),
    account_number: orEmpty(stored.account_number),
    iban: orEmpty(stored.iban).replace(/(.{4})(?=.)/g, '$1 '),
    bic: orEmpty(stored.bic),
    footer_text: orEmpty(stored.footer_text),
    show_times: stored.show_times,
    show_person: stored.show_person,
    show_notes: stored.show_notes,
    group_lines_by: stored.group_lines_by,
    surcharge_on: stored.surcharge_on,
    fuel_base_price: penceText(stored.fuel_base_price),
    fuel_current_price: penceText(stored.fuel_current_price),
    fuel_share: numberText(stored.fuel_share),
    email_subject: orEmpty(stored.email_subject),
    email_body: orEmpty(stored.email_body),
    reminders_on: stored.reminders_on,
    reminder_first: String(stored.reminder_first),
    reminder_second: stored.reminder_second === null ? '' : String(stored.reminder_second),
  };
}

/** Only the fields the person changed: the next number in particular may have increased since the form was opened. */
export const changedOnly = (
  output: SettingsOutput,
  dirty: Partial<Record<SettingsField, boolean | undefined>>,
): Partial<SettingsOutput> =>
  Object.fromEntries(Object.entries(output).filter(([name]) => name in dirty && dirty[name as SettingsField]));

/** The surcharge rule as currently typed; null while one of its figures is missing or invalid. */
export function surchargeRuleOf(
  texts: Pick<SettingsInput, 'fuel_base_price' | 'fuel_current_price' | 'fuel_share'>,
): FuelRule | null {
  const basePrice = typedNumber(texts.fuel_base_price, LITRE_PRICE);
  const currentPrice = typedNumber(texts.fuel_current_price, LITRE_PRICE);
  const share = typedNumber(texts.fuel_share, SHARE);
  return typeof basePrice === 'number' && typeof currentPrice === 'number' && typeof share === 'number'
    ? { basePrice: inPounds(basePrice), currentPrice: inPounds(currentPrice), share }
    : null;
}
