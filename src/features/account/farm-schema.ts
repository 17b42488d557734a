// Form schema of the farm settings: input is text and booleans, output is columns of the farm's details and of the
// invoice settings (currency and VAT rate).
import type { UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import type { FarmDetails } from '@/data/account/farm-details';
import type { InvoiceSettings } from '@/data/invoices/invoice-settings';
import { fromNumeric, toInputText } from '@/domain/core/money';
import { optionalText } from '@/widgets/text-schema';

const number = (allowed: readonly string[]) => v.pipe(v.picklist(allowed), v.transform(Number));

export const farmSchema = v.object({
  farm_name: optionalText({ max: 120 }),
  region: v.picklist(['england', 'wales', 'scotland', 'northern_ireland', 'ireland']),
  time_zone: v.picklist(['Europe/London', 'Europe/Dublin']),
  area_unit: v.picklist(['acre', 'hectare']),
  week_starts: number(['0', '1', '2', '3', '4', '5', '6']),
  billing_increment_min: number(['0', '6', '15', '30']),
  employees_see_rates: v.boolean(),
  employees_see_all_works: v.boolean(),
  sbi: optionalText({ max: 20 }),
  cph: optionalText({ max: 20 }),
  herd_number: optionalText({ max: 20 }),
  currency: v.picklist(['GBP', 'EUR']),
  // One of the VAT rates offered in the list.
  vat_rate: v.pipe(
    v.string(),
    v.transform((percent) => fromNumeric(Number(percent))),
  ),
});

/** Select fields hold strings; the schema turns the numeric ones into numbers. */
export type FarmInput = v.InferInput<typeof farmSchema>;
type FarmOutput = v.InferOutput<typeof farmSchema>;
export type FarmForm = UseFormReturn<FarmInput, unknown, FarmOutput>;

/** The form values of the stored rows. */
export const farmValues = (stored: FarmDetails, { currency, vat_rate }: InvoiceSettings): FarmInput => ({
  currency,
  vat_rate: toInputText(vat_rate),
  farm_name: stored.farm_name ?? '',
  region: stored.region,
  time_zone: stored.time_zone,
  area_unit: stored.area_unit,
  week_starts: String(stored.week_starts),
  billing_increment_min: String(stored.billing_increment_min),
  employees_see_rates: stored.employees_see_rates,
  employees_see_all_works: stored.employees_see_all_works,
  sbi: stored.sbi ?? '',
  cph: stored.cph ?? '',
  herd_number: stored.herd_number ?? '',
});

/**
 * Only the fields the person changed, because another device may have changed the others. Currency and VAT rate go
 * together: if one was changed, both are included.
 */
export const changedOnly = (
  { currency, vat_rate, ...details }: FarmOutput,
  dirty: Partial<Record<keyof FarmInput, boolean | undefined>>,
): { details: Partial<FarmDetails>; invoicing: Pick<InvoiceSettings, 'currency' | 'vat_rate'> | null } => ({
  details: Object.fromEntries(
    Object.entries(details).filter(([name]) => name in dirty && Reflect.get(dirty, name) === true),
  ),
  invoicing: dirty.currency || dirty.vat_rate ? { currency, vat_rate } : null,
});
