// The crops of the seasons and the soil tests of a field.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { fromRow, toRow, type RowOf } from '@/records/record';
import {
  SEASON,
  SOIL_TEST,
  type Season,
  type SeasonFields,
  type SoilTest,
  type SoilTestFields,
} from '@/records/seasons';

/** The crops of a field, newest first. */
export const seasonsQuery = (ownerId: string, fieldId: string) =>
  queryOptions({
    queryKey: [SEASON.table, ownerId, fieldId],
    queryFn: async ({ signal }): Promise<Season[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('field_seasons')
          .select<string, RowOf<typeof SEASON>>(SEASON.select)
          .eq('user_id', ownerId)
          .eq('field_id', fieldId)
          .order('season_year', { ascending: false })
          .order('sequence', { ascending: false })
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(SEASON, row));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

/** The soil tests of a field, struck out ones too, newest first. */
export const soilTestsQuery = (ownerId: string, fieldId: string) =>
  queryOptions({
    queryKey: [SOIL_TEST.table, ownerId, fieldId],
    queryFn: async ({ signal }): Promise<SoilTest[]> => {
      const rows = await allRows((from, to) =>
        supabase
          .from('soil_tests')
          .select<string, RowOf<typeof SOIL_TEST>>(SOIL_TEST.select)
          .eq('user_id', ownerId)
          .eq('field_id', fieldId)
          .order('sampled_on', { ascending: false })
          .order('id', { ascending: false })
          .range(from, to)
          .abortSignal(signal),
      );
      return rows.map((row) => fromRow(SOIL_TEST, row));
    },
    meta: { offline: 'list', failed: loadFailed },
  });

const failureMessage = (what: string) => ({ title: 'Error', description: `Could not save ${what}.` });

type NewSeason = { id: string; ownerId: string; fields: Omit<Season, 'id'> };
export const addSeason = mutationOptions({
  mutationKey: ['field_seasons', 'add'],
  mutationFn: async ({ id, ownerId, fields }: NewSeason) =>
    unwrap(
      await supabase
        .from('field_seasons')
        .insert({ ...toRow(SEASON, fields), id, user_id: ownerId })
        .select('id')
        .single(),
    ),
  meta: {
    saved: { title: 'Crop saved!' },
    failed: failureMessage('crop'),
    invalidates: [SEASON.table, keys.fieldSummary],
  },
});
export const updateSeason = mutationOptions({
  mutationKey: ['field_seasons', 'update'],
  mutationFn: async ({ id, fields }: { id: string; fields: Partial<SeasonFields> }) =>
    unwrap(await supabase.from('field_seasons').update(toRow(SEASON, fields)).eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Crop updated!' },
    failed: failureMessage('crop'),
    invalidates: [SEASON.table, keys.fieldSummary],
  },
});
export const deleteSeason = mutationOptions({
  mutationKey: ['field_seasons', 'delete'],
  mutationFn: async (id: string) =>
    unwrap(await supabase.from('field_seasons').delete().eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Crop deleted.' },
    failed: { title: 'Error', description: 'Could not delete crop.' },
    invalidates: [SEASON.table, keys.fieldSummary],
  },
});

type NewSoilTest = { id: string; ownerId: string; fields: SoilTestFields & Pick<SoilTest, 'fieldId'> };
export const addSoilTest = mutationOptions({
  mutationKey: ['soil_tests', 'add'],
  mutationFn: async ({ id, ownerId, fields }: NewSoilTest) =>
    unwrap(
      await supabase
        .from('soil_tests')
        .insert({ ...toRow(SOIL_TEST, fields), id, user_id: ownerId })
        .select('id')
        .single(),
    ),
  meta: {
    saved: { title: 'Soil test saved!' },
    failed: failureMessage('soil test'),
    invalidates: [SOIL_TEST.table, keys.fieldSummary],
  },
});
export const updateSoilTest = mutationOptions({
  mutationKey: ['soil_tests', 'update'],
  mutationFn: async ({ id, fields }: { id: string; fields: Partial<SoilTestFields> }) =>
    unwrap(await supabase.from('soil_tests').update(toRow(SOIL_TEST, fields)).eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Soil test updated!' },
    failed: failureMessage('soil test'),
    invalidates: [SOIL_TEST.table, keys.fieldSummary],
  },
});
/** Strikes a soil test out as entered by mistake, or brings it back. */
export const strikeSoilTest = mutationOptions({
  mutationKey: ['soil_tests', 'strike'],
  mutationFn: async ({ id, struck }: { id: string; struck: boolean }) =>
    unwrap(await supabase.from('soil_tests').update(toRow(SOIL_TEST, { struck })).eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Soil test updated!' },
    failed: failureMessage('soil test'),
    invalidates: [SOIL_TEST.table, keys.fieldSummary],
  },
});
