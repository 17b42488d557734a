// Saved calculations, and the figures that an account holder entered instead of those in the rules.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { throwUnlessStored } from '@/data/refused';
import { supabase, unwrap } from '@/lib/supabase';
import {
  CALCULATION,
  OVERRIDE,
  type Calculation,
  type CalculationKind,
  type Override,
  type OverrideFields,
} from '@/records/calculations';
import { fromRow, toRow, type RowOf } from '@/records/record';

/** Every saved calculation of a kind, the latest year first. */
export const calculationsQuery = (ownerId: string, kind: CalculationKind) =>
  queryOptions({
    queryKey: [CALCULATION.table, ownerId, kind],
    queryFn: async ({ signal }): Promise<Calculation[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('calculations')
          .select<string, RowOf<typeof CALCULATION>>(CALCULATION.select)
          .eq('user_id', ownerId)
          .eq('kind', kind)
          .order('year', { ascending: false })
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(CALCULATION, row));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

type Saved = Pick<Calculation, 'id' | 'name' | 'year' | 'inputs' | 'results'>;

/** The id is generated when the form opens, so that saving it twice creates only one. */
export const saveCalculation = mutationOptions({
  mutationKey: ['calculations', 'save'],
  mutationFn: async ({
    ownerId,
    calculation: { id, ...fields },
  }: {
    ownerId: string;
    calculation: Saved & Pick<Calculation, 'kind' | 'regime' | 'ruleVersion'>;
  }) => {
    const { error } = await supabase
      .from('calculations')
      .insert({ ...toRow(CALCULATION, fields), id, user_id: ownerId });
    throwUnlessStored(error);
  },
  meta: {
    saved: { title: 'Calculation saved!' },
    failed: { title: 'Could not save the calculation' },
    invalidates: [CALCULATION.table],
  },
});

export const deleteCalculation = mutationOptions({
  mutationKey: ['calculations', 'delete'],
  mutationFn: async ({ id, ownerId }: { id: string; ownerId: string }) =>
    unwrap(await supabase.from('calculations').delete().eq('user_id', ownerId).eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Calculation deleted.' },
    failed: { title: 'Could not delete the calculation' },
    invalidates: [CALCULATION.table],
  },
});

/** The account's own figures for every regime, oldest first: of two for the same figure and day, the later one applies. */
export const overridesQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [OVERRIDE.table, ownerId],
    queryFn: async ({ signal }): Promise<Override[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('rule_overrides')
          .select<string, RowOf<typeof OVERRIDE>>(OVERRIDE.select)
          .eq('user_id', ownerId)
          .order('created_at')
          .order('id')
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(OVERRIDE, row));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

export const addOverride = mutationOptions({
  mutationKey: ['rule-overrides', 'add'],
  mutationFn: async ({
    id,
    ownerId,
    fields,
  }: {
    id: string;
    ownerId: string;
    fields: OverrideFields & Pick<Override, 'regime' | 'figure'>;
  }) => {
    const { error } = await supabase
      .from('rule_overrides')
      .insert({ ...toRow(OVERRIDE, fields), id, user_id: ownerId });
    throwUnlessStored(error);
  },
  meta: {
    saved: { title: 'Figure saved!' },
    failed: { title: 'Could not save the figure' },
    invalidates: [OVERRIDE.table],
  },
});

export const deleteOverride = mutationOptions({
  mutationKey: ['rule-overrides', 'delete'],
  mutationFn: async ({ id, ownerId }: { id: string; ownerId: string }) =>
    unwrap(await supabase.from('rule_overrides').delete().eq('user_id', ownerId).eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Figure of the rules is used again.' },
    failed: { title: 'Could not remove the figure' },
    invalidates: [OVERRIDE.table],
  },
});
