// Changes to fields, by the account holder.
import { mutationOptions } from '@tanstack/react-query';
import { toNumeric, type Decimal } from '@/domain/core/money';
import type { Json } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { FIELD, type FarmField } from '@/records/fields';
import { toRow, type WrittenOf } from '@/records/record';

type FieldChange = WrittenOf<(typeof FIELD)['fields']>;

export const addField = mutationOptions({
  mutationKey: ['fields', 'add'],
  mutationFn: async ({
    id,
    ownerId,
    fields,
  }: {
    id: string;
    ownerId: string;
    fields: FieldChange & Pick<FarmField, 'name' | 'areaHa'>;
  }) =>
    unwrap(
      await supabase
        .from('fields')
        .insert({ ...toRow(FIELD, fields), id, user_id: ownerId })
        .select('id, name')
        .single(),
    ),
  meta: {
    saved: ({ name }: { name: string }) => ({ title: `${name} saved!` }),
    failed: { title: 'Error', description: 'Could not save field.' },
    invalidates: [FIELD.table, keys.fieldSummary, keys.customers],
  },
});

export const updateField = mutationOptions({
  mutationKey: ['fields', 'update'],
  mutationFn: async ({ id, fields }: { id: string; fields: FieldChange }) =>
    unwrap(await supabase.from('fields').update(toRow(FIELD, fields)).eq('id', id).select('id, name').single()),
  meta: {
    saved: { title: 'Field updated!' },
    failed: { title: 'Error', description: 'Could not save field.' },
    invalidates: [FIELD.table, keys.fieldSummary, keys.customers],
  },
});

/** Archives a field on a date, or restores it if the date is null. Its history stays. */
export const archiveField = mutationOptions({
  mutationKey: ['fields', 'archive'],
  mutationFn: async ({ id, on }: { id: string; on: string | null }) =>
    unwrap(await supabase.from('fields').update({ archived_on: on }).eq('id', id).select('name, archived_on').single()),
  meta: {
    saved: ({ name, archived_on }: { name: string; archived_on: string | null }) => ({
      title: archived_on === null ? `${name} is back.` : `${name} is archived.`,
    }),
    failed: { title: 'Error', description: 'Could not save field.' },
    invalidates: [FIELD.table],
  },
});

/** Deletes a field without activities and harvests. The database refuses others and says why. */
export const deleteField = mutationOptions({
  mutationKey: ['fields', 'delete'],
  mutationFn: async (id: string) => unwrap(await supabase.from('fields').delete().eq('id', id).select('id').single()),
  meta: { saved: { title: 'Field deleted.' }, invalidates: [FIELD.table, keys.fieldSummary] },
});

type NewPart = {
  id: string;
  name: string;
  areaHa: Decimal;
} & Partial<Pick<FarmField, 'boundary' | 'drawnAreaHa' | 'centroidLat' | 'centroidLng' | 'parcelRef'>>;

/** Splits one field into several, or merges several into one. The old fields are archived with their history. */
export const replaceFields = mutationOptions({
  mutationKey: ['fields', 'replace'],
  mutationFn: async ({ old, parts }: { old: readonly string[]; parts: readonly NewPart[] }) =>
    unwrap(
      await supabase.rpc('replace_fields', {
        p_old: [...old],
        p_new: parts.map((part) => ({
          id: part.id,
          name: part.name,
          area_ha: toNumeric(part.areaHa),
          // The cast is safe: GeoJSON is JSON.
          boundary: (part.boundary ?? null) as unknown as Json,
          drawn_area_ha: part.drawnAreaHa == null ? null : toNumeric(part.drawnAreaHa),
          centroid_lat: part.centroidLat ?? null,
          centroid_lng: part.centroidLng ?? null,
          parcel_ref: part.parcelRef ?? null,
        })),
      }),
    ),
  meta: {
    saved: { title: 'Fields saved!' },
    failed: { title: 'Error', description: 'Could not save the fields.' },
    invalidates: [FIELD.table, keys.fieldSummary],
  },
});
