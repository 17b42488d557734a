// Setting up a new account from the noticeboard: its business, and which steps are done or skipped.
import { mutationOptions } from '@tanstack/react-query';
import { rulesOf } from '@/domain/account/country';
import type { AreaUnit } from '@/domain/core/area';
import type { Region } from '@/domain/core/time';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

/** The steps of a new account: the business, the price list, the first job. */
export type SetupStep = 'business' | 'prices' | 'job';

/** The columns of the table, which has a flag for each open step. */
const FLAG = { business: 'asks_business', prices: 'asks_prices', job: 'asks_first_job' } as const;

const flagsOff = (steps: readonly SetupStep[]) =>
  Object.fromEntries(steps.map((step) => [FLAG[step], false])) as Partial<Record<(typeof FLAG)[SetupStep], boolean>>;

/** Marks steps as done or skipped, so that no device asks again. */
export const closeSteps = mutationOptions({
  mutationKey: ['setup', 'close'],
  mutationFn: async ({ ownerId, steps }: { ownerId: string; steps: readonly SetupStep[] }) =>
    unwrap(
      await supabase.from('farm_settings').update(flagsOff(steps)).eq('user_id', ownerId).select('user_id').single(),
    ),
  meta: { failed: { title: 'Error Saving Settings' }, invalidates: [keys.farmSettings] },
});

export type Business = {
  name: string;
  region: Region;
  areaUnit: AreaUnit;
  vatRegistered: boolean;
  vatNumber: string | null;
};

type NewBusiness = {
  ownerId: string;
  farmName: string;
  /** Printed on invoices. */
  email: string | null;
  business: Business;
};

/** Saves the business with its country's defaults, and closes that step. */
export const saveBusiness = mutationOptions({
  mutationKey: ['setup', 'business'],
  mutationFn: async ({ ownerId, farmName, email, business }: NewBusiness) => {
    const { name, region, areaUnit, vatRegistered, vatNumber } = business;
    const { zone, currency, vatRates } = rulesOf(region);
    // The invoice settings first: if the second write fails, saving again repeats both.
    const invoicing = {
      user_id: ownerId,
      business_name: name,
      vat_registered: vatRegistered,
      vat_number: vatNumber,
      vat_rate: Number(vatRates[0].percent),
      currency,
      email,
    };
    unwrap(
      await supabase.from('invoice_settings').upsert(invoicing, { onConflict: 'user_id' }).select('user_id').single(),
    );
    const farm = { farm_name: farmName, region, time_zone: zone, area_unit: areaUnit, ...flagsOff(['business']) };
    return unwrap(await supabase.from('farm_settings').update(farm).eq('user_id', ownerId).select('user_id').single());
  },
  meta: {
    saved: { title: 'Business saved!' },
    failed: { title: 'Error Saving Settings' },
    invalidates: [keys.farmSettings, keys.invoiceSettings],
  },
});
