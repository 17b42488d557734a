// What TMR mixes and meal mixes have in common: the account holder writes them, the whole crew works by them.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import { byName } from '@/domain/core/search';
import type { Database } from '@/lib/database.types';
import { supabase, unwrap } from '@/lib/supabase';

export type MixReader = Pick<Account, 'ownerId' | 'role'> & { settings: Pick<Account['settings'], 'seesRates'> };

type Tables = Database['public']['Tables'];
type MixTable = 'tmr_mixes' | 'meal_mixes';
type Mixes<Row, Mix, Fields> = {
  table: MixTable;
  select: string;
  read: (row: Row) => Mix;
  write: (fields: Partial<Fields>) => Tables[MixTable]['Update'];
};

/** Every mix by name, including those out of use. The crew reads a view, without prices if rates are hidden. */
export const mixesQuery = <Row, Mix extends { id: string; name: string }, Fields>(
  { table, select, read }: Mixes<Row, Mix, Fields>,
  { ownerId, role, settings: { seesRates } }: MixReader,
) =>
  queryOptions({
    queryKey: [table, ownerId, role, seesRates],
    queryFn: async ({ signal }): Promise<Mix[]> => {
      const from = () => (role === 'admin' ? supabase.from(table) : supabase.from(`crew_${table}`));
      const rows = await allRows<Row>((first, last) =>
        from().select<string, Row>(select).eq('user_id', ownerId).order('id').range(first, last).abortSignal(signal),
      );
      return rows.map(read).toSorted(byName);
    },
    meta: { offline: 'list', failed: loadFailed },
  });

const failed = { title: 'Could not save mix.' };

export const addMix = <Row, Mix, Fields>({ table, write }: Mixes<Row, Mix, Fields>) =>
  mutationOptions({
    mutationKey: [table, 'add'],
    mutationFn: async ({ id, ownerId, fields }: { id: string; ownerId: string; fields: Fields }) => {
      // The casts are safe: all columns of a new mix of this table, of which the types know only one kind.
      const row = { ...write(fields), id, user_id: ownerId } as Tables['tmr_mixes']['Insert'];
      return unwrap(
        await supabase
          .from(table as 'tmr_mixes')
          .insert(row)
          .select('id')
          .single(),
      );
    },
    meta: { saved: { title: 'Mix saved!' }, failed, invalidates: [table] },
  });

/** `updatedAt`: the mix as it was opened. One that was changed since is not overwritten. */
export const updateMix = <Row, Mix, Fields>({ table, write }: Mixes<Row, Mix, Fields>) =>
  mutationOptions({
    mutationKey: [table, 'update'],
    mutationFn: async ({ id, updatedAt, fields }: { id: string; updatedAt: string; fields: Partial<Fields> }) => {
      const rows = unwrap(
        await supabase.from(table).update(write(fields)).eq('id', id).eq('updated_at', updatedAt).select('id'),
      );
      if (rows.length === 0) throw new Error('This mix was changed meanwhile. Open it again.');
    },
    meta: { saved: { title: 'Mix updated!' }, failed, invalidates: [table] },
  });

/** Takes a mix out of use, or back into use. */
export const setMixActive = <Row, Mix, Fields>({ table }: Mixes<Row, Mix, Fields>) =>
  mutationOptions({
    mutationKey: [table, 'active'],
    mutationFn: async ({ id, active }: { id: string; active: boolean }) =>
      unwrap(await supabase.from(table).update({ active }).eq('id', id).select('name, active').single()),
    meta: {
      saved: ({ name, active }: { name: string; active: boolean }) => ({
        title: active ? `${name} is in use again.` : `${name} is out of use.`,
      }),
      failed,
      invalidates: [table],
    },
  });
