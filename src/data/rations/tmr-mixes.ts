// TMR mixes: the account holder writes them, the whole crew loads by them.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import { byName } from '@/domain/core/search';
import { supabase, unwrap } from '@/lib/supabase';
import { TMR_MIX, type TmrMix, type TmrMixFields } from '@/records/rations/tmr-mixes';
import { fromRow, toRow, type RowOf } from '@/records/record';

type Row = RowOf<typeof TMR_MIX>;
type Reader = Pick<Account, 'ownerId' | 'role'> & { settings: Pick<Account['settings'], 'seesRates'> };

/** Every mix by name, including those out of use. The crew reads a view, without prices if rates are hidden. */
export const tmrMixesQuery = ({ ownerId, role, settings: { seesRates } }: Reader) =>
  queryOptions({
    queryKey: [TMR_MIX.table, ownerId, role, seesRates],
    queryFn: async ({ signal }): Promise<TmrMix[]> => {
      const from = () => (role === 'admin' ? supabase.from('tmr_mixes') : supabase.from('crew_tmr_mixes'));
      const rows = await allRows<Row>((first, last) =>
        from()
          .select<string, Row>(TMR_MIX.select)
          .eq('user_id', ownerId)
          .order('id')
          .range(first, last)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(TMR_MIX, row)).toSorted(byName);
    },
    meta: { offline: 'list', failed: loadFailed },
  });

const failed = { title: 'Could not save mix.' };
const invalidates = [TMR_MIX.table] as const;

export const addTmrMix = mutationOptions({
  mutationKey: ['tmr-mixes', 'add'],
  mutationFn: async ({ id, ownerId, fields }: { id: string; ownerId: string; fields: TmrMixFields }) =>
    unwrap(
      await supabase
        .from('tmr_mixes')
        .insert({ ...toRow(TMR_MIX, fields), id, user_id: ownerId })
        .select('id')
        .single(),
    ),
  meta: { saved: { title: 'Mix saved!' }, failed, invalidates },
});

/** `updatedAt`: the mix as it was opened. One that was changed since is not overwritten. */
export const updateTmrMix = mutationOptions({
  mutationKey: ['tmr-mixes', 'update'],
  mutationFn: async ({ id, updatedAt, fields }: { id: string; updatedAt: string; fields: Partial<TmrMixFields> }) => {
    const rows = unwrap(
      await supabase
        .from('tmr_mixes')
        .update(toRow(TMR_MIX, fields))
        .eq('id', id)
        .eq('updated_at', updatedAt)
        .select('id'),
    );
    if (rows.length === 0) throw new Error('This mix was changed meanwhile. Open it again.');
  },
  meta: { saved: { title: 'Mix updated!' }, failed, invalidates },
});

/** Takes a mix out of use, or back into use. */
export const setTmrMixActive = mutationOptions({
  mutationKey: ['tmr-mixes', 'active'],
  mutationFn: async ({ id, active }: { id: string; active: boolean }) =>
    unwrap(await supabase.from('tmr_mixes').update({ active }).eq('id', id).select('name, active').single()),
  meta: {
    saved: ({ name, active }: { name: string; active: boolean }) => ({
      title: active ? `${name} is in use again.` : `${name} is out of use.`,
    }),
    failed,
    invalidates,
  },
});
