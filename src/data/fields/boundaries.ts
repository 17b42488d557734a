// Boundaries of fields: imported from a file, or changed on the map.
import { mutationOptions } from '@tanstack/react-query';
import { toNumeric, type Decimal } from '@/domain/core/money';
import { plural } from '@/domain/core/word-list';
import type { Boundary } from '@/domain/fields/boundary';
import type { Json } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { FIELD, type FarmField } from '@/records/fields';

/** A boundary with its centre and its area. */
export type Outline = Pick<FarmField, 'centroidLat' | 'centroidLng' | 'drawnAreaHa'> & { boundary: Boundary };

export type NewField = { id: string; outline: Outline } & Pick<
  FarmField,
  'name' | 'areaHa' | 'areaSource' | 'parcelRef' | 'parcelScheme' | 'customer'
>;

const numericOrNull = (value: Decimal | null) => (value === null ? null : toNumeric(value));

const rowOf = ({ boundary, drawnAreaHa, centroidLat, centroidLng }: Outline) => ({
  // The cast is safe: GeoJSON is JSON; only the readonly arrays of the type differ.
  boundary: boundary as unknown as Json,
  drawn_area_ha: numericOrNull(drawnAreaHa),
  centroid_lat: centroidLat,
  centroid_lng: centroidLng,
});

/** Adds fields and replaces boundaries of existing ones: all or none. Resolves with the number of fields. */
export const importFields = mutationOptions({
  mutationKey: ['fields', 'import'],
  mutationFn: async ({
    added,
    changed,
  }: {
    added: readonly NewField[];
    changed: readonly (Outline & { id: string })[];
  }) =>
    unwrap(
      await supabase.rpc('import_fields', {
        p_new: added.map(({ id, name, areaHa, areaSource, parcelRef, parcelScheme, customer, outline }) => ({
          ...{ id, name, area_ha: numericOrNull(areaHa), area_source: areaSource },
          ...{ parcel_ref: parcelRef, parcel_scheme: parcelScheme, customer },
          ...rowOf(outline),
        })),
        p_outlines: changed.map(({ id, ...outline }) => ({ id, ...rowOf(outline) })),
      }),
    ),
  meta: {
    saved: (count: number) => ({ title: plural(count, 'Boundary saved!', `${count} boundaries saved!`) }),
    failed: { title: 'Nothing was saved' },
    invalidates: [FIELD.table, keys.fieldSummary, keys.customers],
  },
});
