// The settings that the account holder edits in Farm details.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import type { AreaUnit } from '@/domain/core/area';
import { toNumeric, type Currency, type Decimal } from '@/domain/core/money';
import type { Region, Zone } from '@/domain/core/time';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

/** Columns as they are named in the table: the form has a field for each. */
export type FarmDetails = {
  farm_name: string | null;
  region: Region;
  time_zone: Zone;
  area_unit: AreaUnit;
  week_starts: number;
  billing_increment_min: number;
  employees_see_rates: boolean;
  employees_see_all_works: boolean;
  sbi: string | null;
  cph: string | null;
  herd_number: string | null;
};

export const farmDetailsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.farmSettings, ownerId, 'details'],
    queryFn: async ({ signal }): Promise<FarmDetails> => {
      const row = unwrap(
        await supabase
          .from('farm_settings')
          .select(
            `farm_name, region, time_zone, area_unit, week_starts, billing_increment_min, employees_see_rates,
             employees_see_all_works, sbi, cph, herd_number`,
          )
          .eq('user_id', ownerId)
          .abortSignal(signal)
          .single(),
      );
      return {
        ...row,
        // Check constraints limit the values of these three columns.
        region: row.region as FarmDetails['region'],
        time_zone: row.time_zone as FarmDetails['time_zone'],
        area_unit: row.area_unit as FarmDetails['area_unit'],
      };
    },
    meta: { offline: 'identity', failed: loadFailed },
  });

export type FarmChange = {
  ownerId: string;
  details: Partial<FarmDetails>;
  /** The new country's settings for new invoices; omitted if the country stays the same. */
  invoicing?: { currency: Currency; vat_rate: Decimal; email: string | null } | null;
};

/** Updates the given columns. Refused while the account is read-only. */
export const saveFarmDetails = mutationOptions({
  mutationKey: ['farm-settings', 'save'],
  mutationFn: async ({ ownerId, details, invoicing }: FarmChange) => {
    // The country's settings for new invoices first: if the second write fails, saving again repeats both.
    if (invoicing) {
      const { currency, vat_rate: rate, email } = invoicing;
      const row = { user_id: ownerId, currency, vat_rate: toNumeric(rate), email };
      unwrap(await supabase.from('invoice_settings').upsert(row, { onConflict: 'user_id' }).select('user_id').single());
    }
    return unwrap(
      await supabase.from('farm_settings').update(details).eq('user_id', ownerId).select('user_id').single(),
    );
  },
  meta: {
    saved: { title: 'Farm settings saved!' },
    failed: { title: 'Error Saving Settings' },
    // The crew's permissions and the time zone affect what every list shows.
    invalidates: [keys.farmSettings, keys.invoiceSettings],
  },
});
