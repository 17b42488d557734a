// Dated prices, and re-pricing: entries keep their rate until somebody applies the prices of their day.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import { fromNumeric, toNumeric, type Decimal } from '@/domain/core/money';
import { counted } from '@/domain/core/word-list';
import type { Price } from '@/domain/prices/price';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

const COLUMNS = `id, taskId:task_id, customerId:customer_id, chargeableUnit:chargeable_unit, rate, validFrom:valid_from,
  validTo:valid_to` as const;

/** Every price of the account, past and future ones too. Empty for users from whom prices are hidden. */
export const pricesQuery = ({ ownerId, settings }: Pick<Account, 'ownerId'> & { settings: { seesRates: boolean } }) =>
  queryOptions({
    queryKey: [keys.prices, ownerId, settings.seesRates],
    queryFn: async ({ signal }): Promise<Price[]> => {
      if (!settings.seesRates) return [];
      const rows = await allRows((from, to) =>
        supabase.from('prices').select(COLUMNS).eq('user_id', ownerId).order('id').range(from, to).abortSignal(signal),
      );
      return rows.map((row) => ({ ...row, rate: fromNumeric(row.rate) }));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

const priceMeta = {
  saved: { title: 'Price saved!' },
  // The database's own message names the conflicting price.
  failed: { title: 'Error Saving Price' },
  invalidates: [keys.prices, keys.reprice] as const,
};

/** A new price from a day on; the current open-ended price then ends the day before. The form generates the id. */
export const setPrice = mutationOptions({
  mutationKey: ['prices', 'set'],
  mutationFn: async ({ id, taskId, customerId, chargeableUnit, rate, validFrom, validTo }: Price) => {
    unwrap(
      await supabase.rpc('set_price', {
        p_id: id,
        p_task_id: taskId,
        p_unit: chargeableUnit,
        p_rate: toNumeric(rate),
        p_from: validFrom,
        ...(validTo === null ? {} : { p_to: validTo }),
        ...(customerId === null ? {} : { p_customer_id: customerId }),
      }),
    );
  },
  meta: priceMeta,
});

/** Corrects a price, or ends it. */
export const updatePrice = mutationOptions({
  mutationKey: ['prices', 'update'],
  mutationFn: async ({ id, rate, validFrom, validTo }: Pick<Price, 'id' | 'rate' | 'validFrom' | 'validTo'>) =>
    unwrap(
      await supabase
        .from('prices')
        .update({ rate: toNumeric(rate), valid_from: validFrom, valid_to: validTo })
        .eq('id', id)
        .select('id')
        .single(),
    ),
  meta: priceMeta,
});

export const deletePrice = mutationOptions({
  mutationKey: ['prices', 'delete'],
  mutationFn: async (id: string) => unwrap(await supabase.from('prices').delete().eq('id', id).select('id').single()),
  meta: { ...priceMeta, saved: { title: 'Price deleted.' } },
});

/** A new price. `was`: the rate of the open-ended price that it replaces; null if it is the first. */
export type Raise = Pick<Price, 'id' | 'taskId' | 'customerId' | 'chargeableUnit' | 'rate'> & { was: Decimal | null };

/** Many new prices from one day on: all or none. */
export const raisePrices = mutationOptions({
  mutationKey: ['prices', 'raise'],
  mutationFn: async ({ from, raises }: { from: string; raises: readonly Raise[] }) =>
    unwrap(
      await supabase.rpc('raise_prices', {
        p_from: from,
        p_prices: raises.map(({ id, taskId, customerId, chargeableUnit, was, rate }) => ({
          id,
          task_id: taskId,
          customer_id: customerId,
          unit: chargeableUnit,
          was: was === null ? null : toNumeric(was),
          rate: toNumeric(rate),
        })),
      }),
    ),
  meta: { ...priceMeta, saved: (n: number) => ({ title: counted(n, 'price saved!', 'prices saved!') }) },
});

/** Which unbilled entries to check; an omitted field means "any". Days are inclusive. */
export type RepriceScope = {
  taskId?: string;
  customerId?: string | null;
  from?: string | null;
  to?: string | null;
  workIds?: readonly string[];
};

export type RepriceEntry = {
  workId: string;
  workDate: string;
  customer: string;
  taskName: string;
  unit: string;
  quantity: Decimal | null;
  /** Minutes worked, if they are known. */
  minutes: number | null;
  /** Null: needs a rate. */
  oldRate: Decimal | null;
  newRate: Decimal;
  oldValue: Decimal | null;
  /** Null while the quantity is missing. */
  newValue: Decimal | null;
};
export type RepricePreview = {
  entries: RepriceEntry[];
  /** Entries that stay as they are because their value was typed in. */
  typed: number;
};

type Answer = {
  typed: number;
  entries: {
    work_id: string;
    work_date: string;
    customer: string;
    task_name: string;
    unit: string;
    quantity: number | null;
    minutes: number | null;
    old_rate: number | null;
    new_rate: number;
    old_value: number | null;
    new_value: number | null;
  }[];
};

const fromNumericOrNull = (n: number | null) => (n === null ? null : fromNumeric(n));
const toNumericOrNull = (d: Decimal | null) => (d === null ? null : toNumeric(d));

/** What re-pricing would change: all unbilled entries for whose day another rate is set, oldest first. Admin only. */
export const repricePreviewQuery = (ownerId: string, scope: RepriceScope) =>
  queryOptions({
    queryKey: [keys.reprice, ownerId, scope],
    queryFn: async ({ signal }): Promise<RepricePreview> => {
      const { taskId, customerId, from, to, workIds } = scope;
      const answer = unwrap(
        await supabase
          .rpc('reprice_preview', {
            ...(taskId === undefined ? {} : { p_task_id: taskId }),
            ...(customerId == null ? {} : { p_customer_id: customerId }),
            ...(from == null ? {} : { p_from: from }),
            ...(to == null ? {} : { p_to: to }),
            ...(workIds === undefined ? {} : { p_work_ids: [...workIds] }),
          })
          .abortSignal(signal),
        // jsonb that the function builds with these keys.
      ) as Answer;
      return {
        typed: answer.typed,
        entries: answer.entries.map((row) => ({
          workId: row.work_id,
          workDate: row.work_date,
          customer: row.customer,
          taskName: row.task_name,
          unit: row.unit,
          quantity: fromNumericOrNull(row.quantity),
          minutes: row.minutes,
          oldRate: fromNumericOrNull(row.old_rate),
          newRate: fromNumeric(row.new_rate),
          oldValue: fromNumericOrNull(row.old_value),
          newValue: fromNumericOrNull(row.new_value),
        })),
      };
    },
    // The user applies exactly what is shown: never a cached result.
    staleTime: 0,
    gcTime: 0,
    meta: { failed: loadFailed },
  });

/** Gives entries the rates that the preview showed: all of them as shown, or none. */
export const repriceWorks = mutationOptions({
  mutationKey: ['reprice', 'apply'],
  mutationFn: async (entries: readonly RepriceEntry[]) =>
    unwrap(
      await supabase.rpc('reprice_works', {
        p_entries: entries.map(({ workId, oldRate, newRate, oldValue, newValue }) => ({
          work_id: workId,
          old_rate: toNumericOrNull(oldRate),
          new_rate: toNumeric(newRate),
          old_value: toNumericOrNull(oldValue),
          new_value: toNumericOrNull(newValue),
        })),
      }),
    ),
  meta: {
    saved: (n: number) => ({ title: counted(n, 'entry re-priced!', 'entries re-priced!') }),
    failed: { title: 'Error Re-pricing' },
    invalidates: [keys.works, keys.reprice, keys.recentJobs, keys.home, keys.customers],
  },
});
