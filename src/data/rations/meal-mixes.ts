// Meal mixes: the account holder writes them, the whole crew mixes batches by them.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import { byName } from '@/domain/core/search';
import { supabase, unwrap } from '@/lib/supabase';
import { MEAL_MIX, type MealMix, type MealMixFields } from '@/records/rations/meal-mixes';
import { fromRow, toRow, type RowOf } from '@/records/record';

type Row = RowOf<typeof MEAL_MIX>;
type Reader = Pick<Account, 'ownerId' | 'role'> & { settings: Pick<Account['settings'], 'seesRates'> };

/** Every mix by name, including those out of use. The crew reads a view, without prices if rates are hidden. */
export const mealMixesQuery = ({ ownerId, role, settings: { seesRates } }: Reader) =>
  queryOptions({
    queryKey: [MEAL_MIX.table, ownerId, role, seesRates],
    queryFn: async ({ signal }): Promise<MealMix[]> => {
      const from = () => (role === 'admin' ? supabase.from('meal_mixes') : supabase.from('crew_meal_mixes'));
      const rows = await allRows<Row>((first, last) =>
        from()
          .select<string, Row>(MEAL_MIX.select)
          .eq('user_id', ownerId)
          .order('id')
          .range(first, last)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(MEAL_MIX, row)).toSorted(byName);
    },
    meta: { offline: 'list', failed: loadFailed },
  });

const failed = { title: 'Could not save mix.' };
const invalidates = [MEAL_MIX.table] as const;

export const addMealMix = mutationOptions({
  mutationKey: ['meal-mixes', 'add'],
  mutationFn: async ({ id, ownerId, fields }: { id: string; ownerId: string; fields: MealMixFields }) =>
    unwrap(
      await supabase
        .from('meal_mixes')
        .insert({ ...toRow(MEAL_MIX, fields), id, user_id: ownerId })
        .select('id')
        .single(),
    ),
  meta: { saved: { title: 'Mix saved!' }, failed, invalidates },
});

/** `updatedAt`: the mix as it was opened. One that was changed since is not overwritten. */
export const updateMealMix = mutationOptions({
  mutationKey: ['meal-mixes', 'update'],
  mutationFn: async ({ id, updatedAt, fields }: { id: string; updatedAt: string; fields: Partial<MealMixFields> }) => {
    const rows = unwrap(
      await supabase
        .from('meal_mixes')
        .update(toRow(MEAL_MIX, fields))
        .eq('id', id)
        .eq('updated_at', updatedAt)
        .select('id'),
    );
    if (rows.length === 0) throw new Error('This mix was changed meanwhile. Open it again.');
  },
  meta: { saved: { title: 'Mix updated!' }, failed, invalidates },
});

/** Takes a mix out of use, or back into use. */
export const setMealMixActive = mutationOptions({
  mutationKey: ['meal-mixes', 'active'],
  mutationFn: async ({ id, active }: { id: string; active: boolean }) =>
    unwrap(await supabase.from('meal_mixes').update({ active }).eq('id', id).select('name, active').single()),
  meta: {
    saved: ({ name, active }: { name: string; active: boolean }) => ({
      title: active ? `${name} is in use again.` : `${name} is out of use.`,
    }),
    failed,
    invalidates,
  },
});
