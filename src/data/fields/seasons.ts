// The crops of the seasons and the soil tests of a field.
import { mutationOptions } from '@tanstack/react-query';
import { DESCENDING, insertRecord, recordsQuery, type RowId } from '@/data/record-requests';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { toRow } from '@/records/record';
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
  recordsQuery(SEASON, ownerId, [fieldId], (rows) =>
    rows.eq('field_id', fieldId).order('season_year', DESCENDING).order('sequence', DESCENDING),
  );

/** The soil tests of a field, struck out ones too, newest first. */
export const soilTestsQuery = (ownerId: string, fieldId: string) =>
  recordsQuery(SOIL_TEST, ownerId, [fieldId], (rows) =>
    rows.eq('field_id', fieldId).order('sampled_on', DESCENDING).order('id', DESCENDING),
  );

const failureMessage = (what: string) => ({ title: 'Error', description: `Could not save ${what}.` });

type NewSeason = RowId & { fields: Omit<Season, 'id'> };
export const addSeason = mutationOptions({
  mutationKey: ['field_seasons', 'add'],
  mutationFn: ({ fields, ...row }: NewSeason) => insertRecord(SEASON, row, fields),
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

type NewSoilTest = RowId & { fields: SoilTestFields & Pick<SoilTest, 'fieldId'> };
export const addSoilTest = mutationOptions({
  mutationKey: ['soil_tests', 'add'],
  mutationFn: ({ fields, ...row }: NewSoilTest) => insertRecord(SOIL_TEST, row, fields),
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
