// The fields of the map as files.
import { toNumeric, type Decimal } from '@/domain/core/money';
import { toAcres } from '@/domain/core/area';
import { LAND_USE_WORDS } from '@/domain/fields/field';
import { toBoundaryCsv, toGeoJson, toKml } from '@/domain/geometry/files/export';
import { saveFile } from '@/lib/files/save-file';
import type { FarmField } from '@/records/fields';

const FORMATS = {
  GeoJSON: { ending: 'geojson', type: 'application/geo+json', write: toGeoJson },
  KML: { ending: 'kml', type: 'application/vnd.google-earth.kml+xml', write: toKml },
  CSV: { ending: 'csv', type: 'text/csv', write: toBoundaryCsv },
} as const;
export type ExportFormat = keyof typeof FORMATS;
export const EXPORT_FORMATS = Object.keys(FORMATS) as ExportFormat[];

const numberText = (value: Decimal | null) => (value === null ? '' : String(toNumeric(value)));

export function exportFields(fields: readonly FarmField[], format: ExportFormat, today: string) {
  const { ending, type, write } = FORMATS[format];
  const text = write(
    fields.map(({ name, areaHa, drawnAreaHa, parcelRef, landUse, customer, boundary }) => ({
      ...{ name, boundary, parcelRef: parcelRef ?? '', customer: customer ?? '' },
      areaHa: numberText(areaHa),
      acres: numberText(toAcres(areaHa)),
      drawnAreaHa: numberText(drawnAreaHa),
      landUse: landUse === null ? '' : LAND_USE_WORDS[landUse],
    })),
  );
  saveFile(new File([text], `fields-${today}.${ending}`, { type }));
}
