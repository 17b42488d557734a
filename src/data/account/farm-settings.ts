// Farm settings: the account's zone, currency and what its crew may see.
import { queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import type { Role } from '@/domain/account/access';
import type { AccountSettings } from '@/domain/account/account';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

async function readSettings(ownerId: string, role: Role, signal: AbortSignal): Promise<AccountSettings> {
  const row = unwrap(
    await supabase
      .from('farm_settings')
      .select(
        `farmName:farm_name, region, zone:time_zone, currency, incrementMinutes:billing_increment_min,
         seesRates:employees_see_rates, seesAllWorks:employees_see_all_works,
         asksBusiness:asks_business, asksPrices:asks_prices, asksFirstJob:asks_first_job`,
      )
      .eq('user_id', ownerId)
      .abortSignal(signal)
      .single(),
  );
  return {
    ...row,
    // Check constraints limit the values of these three columns.
    region: row.region as AccountSettings['region'],
    zone: row.zone as AccountSettings['zone'],
    currency: row.currency as AccountSettings['currency'],
    seesRates: role === 'admin' || row.seesRates,
    seesAllWorks: role === 'admin' || row.seesAllWorks,
  };
}

export const farmSettingsQuery = (ownerId: string, role: Role) =>
  queryOptions({
    queryKey: [keys.farmSettings, ownerId, role],
    queryFn: ({ signal }) => readSettings(ownerId, role, signal),
    meta: { offline: 'identity', failed: loadFailed },
  });
