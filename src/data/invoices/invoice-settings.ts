// Invoice settings: the sender's details for new invoices. One row per account, read and written by the admin only.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rulesOf } from '@/domain/account/country';
import { fromNumeric, toNumeric, type Currency, type Decimal } from '@/domain/core/money';
import type { Region } from '@/domain/core/time';
import { wordList } from '@/domain/core/word-list';
import { missingFromSettings } from '@/domain/invoices/invoice-checks';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { SENDER_TEXTS } from './invoice-json';

const TEXT_COLUMNS = [...SENDER_TEXTS, 'email_subject', 'email_body'] as const;

/** Columns as they are named in the table: a settings form has a field for each. */
export type InvoiceSettings = Record<(typeof TEXT_COLUMNS)[number], string | null> & {
  legal_form: 'sole_trader' | 'partnership' | 'limited' | null;
  vat_registered: boolean;
  vat_rate: Decimal;
  currency: Currency;
  invoice_prefix: string;
  next_number: number;
  number_padding: number;
  payment_terms_days: number;
  show_times: boolean;
  show_person: boolean;
  show_notes: boolean;
  group_lines_by: 'none' | 'task' | 'day';
  surcharge_on: boolean;
  /** Price of a litre of diesel in the account's currency; null until it is entered. */
  fuel_base_price: Decimal | null;
  fuel_current_price: Decimal | null;
  /** The share of fuel in the price of the work, in percent. */
  fuel_share: Decimal | null;
  /** Whether customers are reminded of overdue invoices, and how many days after the due date. */
  reminders_on: boolean;
  reminder_first: number;
  reminder_second: number | null;
};

/** The table's own defaults, but for what depends on the country. */
const NEW_SETTINGS: Omit<InvoiceSettings, 'currency' | 'vat_rate'> = {
  ...(Object.fromEntries(TEXT_COLUMNS.map((name) => [name, null])) as Record<(typeof TEXT_COLUMNS)[number], null>),
  legal_form: null,
  vat_registered: true,
  invoice_prefix: 'INV-',
  next_number: 1,
  number_padding: 4,
  payment_terms_days: 30,
  show_times: false,
  show_person: false,
  show_notes: false,
  group_lines_by: 'none',
  surcharge_on: false,
  fuel_base_price: null,
  fuel_current_price: null,
  fuel_share: null,
  reminders_on: false,
  reminder_first: 7,
  reminder_second: 21,
};

/**
 * Shown in the form before anything is saved: the table's defaults, with the currency and VAT rate of the account's
 * country, and the address that the account holder signed up with.
 */
export function newSettings(region: Region, email: string | null): InvoiceSettings {
  const { currency, vatRates } = rulesOf(region);
  return { ...NEW_SETTINGS, email, currency, vat_rate: fromNumeric(Number(vatRates[0].percent)) };
}

const NUMERIC_COLUMNS = ['vat_rate', 'fuel_base_price', 'fuel_current_price', 'fuel_share'] as const;
type NumericColumn = (typeof NUMERIC_COLUMNS)[number];
type Row = Omit<InvoiceSettings, NumericColumn> & {
  [Name in NumericColumn]: InvoiceSettings[Name] extends Decimal ? number : number | null;
};

const fromNumericOrNull = (n: number | null) => (n === null ? null : fromNumeric(n));

/** The account's settings; null until they are saved for the first time. */
export const invoiceSettingsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.invoiceSettings, ownerId],
    queryFn: async ({ signal }): Promise<InvoiceSettings | null> => {
      const { data, error } = await supabase
        .from('invoice_settings')
        .select(
          `business_name, trading_name, legal_form, company_number, address_line1, address_line2, address_line3, town,
           postcode, country, phone, email, vat_registered, vat_number, vat_rate, currency, invoice_prefix, next_number,
           number_padding, payment_terms_days, bank_name, account_name, sort_code, account_number, iban, bic,
           footer_text, logo_path, show_times, show_person, show_notes, group_lines_by, email_subject, email_body,
           surcharge_on, fuel_base_price, fuel_current_price, fuel_share, reminders_on, reminder_first, reminder_second`,
        )
        .eq('user_id', ownerId)
        .abortSignal(signal)
        .maybeSingle()
        // Check constraints limit the values of legal_form, currency and group_lines_by.
        .overrideTypes<Row, { merge: false }>();
      if (error) throw error;
      return (
        data && {
          ...data,
          vat_rate: fromNumeric(data.vat_rate),
          fuel_base_price: fromNumericOrNull(data.fuel_base_price),
          fuel_current_price: fromNumericOrNull(data.fuel_current_price),
          fuel_share: fromNumericOrNull(data.fuel_share),
        }
      );
    },
    meta: { failed: { title: 'Error Fetching Settings' } },
  });

const SENDER_COLUMNS =
  'business_name, address_line1, vat_registered, vat_number, sort_code, account_number, iban' as const;

/** Writes these columns, and leaves the others as they are. */
export async function writeInvoiceSettings(ownerId: string, settings: Partial<InvoiceSettings>) {
  const numericValues = Object.fromEntries(
    NUMERIC_COLUMNS.flatMap((name) => {
      const value = settings[name];
      return value === undefined ? [] : [[name, value === null ? null : toNumeric(value)]];
    }),
  );
  const row = { ...settings, ...numericValues, user_id: ownerId };
  return unwrap(
    await supabase.from('invoice_settings').upsert(row, { onConflict: 'user_id' }).select(SENDER_COLUMNS).single(),
  );
}

/** Saves what was changed. The next number is only sent if the user changed it: it may have increased meanwhile. */
export const saveInvoiceSettings = mutationOptions({
  mutationKey: ['invoice-settings', 'save'],
  mutationFn: ({ ownerId, settings }: { ownerId: string; settings: Partial<InvoiceSettings> }) =>
    writeInvoiceSettings(ownerId, settings),
  meta: {
    saved: (settings: Parameters<typeof missingFromSettings>[0]) => {
      const missing = missingFromSettings(settings);
      return {
        title: 'Invoice settings saved!',
        ...(missing.length > 0 && { description: `Still missing on your invoices: ${wordList(missing)}.` }),
      };
    },
    failed: { title: 'Error', description: 'Could not save invoice settings.' },
    invalidates: [keys.invoiceSettings, keys.farmSettings],
  },
});
