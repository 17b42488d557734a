// Writes the boundaries of fields as GeoJSON (RFC 7946), KML 2.2 and CSV.
import { toCsv } from '@/domain/core/csv';
import type { Boundary, Position, Ring } from '@/domain/fields/boundary';
import { middleOf, polygonsOf } from '@/domain/geometry/measure';

/** Areas are hectares as they are stored, such as "4.05"; `acres` the same in acres. */
export type ExportedField = {
  name: string;
  areaHa: string;
  acres: string;
  drawnAreaHa: string;
  parcelRef: string;
  landUse: string;
  customer: string;
  boundary: Boundary | null;
};

const propertiesOf = ({ name, areaHa, drawnAreaHa, parcelRef, landUse, customer }: ExportedField) => ({
  name,
  area_ha: Number(areaHa),
  ...(drawnAreaHa && { drawn_area_ha: Number(drawnAreaHa) }),
  ...(parcelRef && { parcel_ref: parcelRef }),
  ...(landUse && { land_use: landUse }),
  ...(customer && { customer }),
});

export const toGeoJson = (fields: readonly ExportedField[]): string =>
  `${JSON.stringify(
    {
      type: 'FeatureCollection',
      features: fields.map((field) => ({ type: 'Feature', properties: propertiesOf(field), geometry: field.boundary })),
    },
    null,
    1,
  )}\n`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const kmlRing = (tag: string, ring: Ring) =>
  `<${tag}><LinearRing><coordinates>${ring.map((position) => position.join(',')).join(' ')}</coordinates></LinearRing></${tag}>`;

function kmlShape(boundary: Boundary): string {
  const polygons = polygonsOf(boundary).map(
    ([outer = [], ...holes]) =>
      `<Polygon>${kmlRing('outerBoundaryIs', outer)}${holes.map((hole) => kmlRing('innerBoundaryIs', hole)).join('')}</Polygon>`,
  );
  return polygons.length === 1 ? polygons.join('') : `<MultiGeometry>${polygons.join('')}</MultiGeometry>`;
}

/** Fields without a boundary are left out: a placemark needs a geometry. */
export function toKml(fields: readonly ExportedField[]): string {
  const placemarks = fields.map((field) => {
    const data = Object.entries(propertiesOf(field))
      .filter(([key]) => key !== 'name')
      .map(([key, value]) => `<Data name="${key}"><value>${escaped(String(value))}</value></Data>`);
    return field.boundary === null
      ? ''
      : `<Placemark><name>${escaped(field.name)}</name><ExtendedData>${data.join('')}</ExtendedData>${kmlShape(field.boundary)}</Placemark>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n${placemarks.join('')}</Document></kml>\n`;
}

const wktRing = (ring: Ring) => `(${ring.map((position) => position.join(' ')).join(', ')})`;

/** The boundary as well-known text, which GIS programs read from a CSV file. */
function toWkt(boundary: Boundary): string {
  const polygons = polygonsOf(boundary).map((polygon) => `(${polygon.map(wktRing).join(', ')})`);
  return boundary.type === 'Polygon' ? `POLYGON ${polygons.join('')}` : `MULTIPOLYGON (${polygons.join(', ')})`;
}

const HEADER = [
  'Field',
  'Hectares',
  'Acres',
  'Drawn hectares',
  'Parcel',
  'Land use',
  'Customer',
  'Latitude',
  'Longitude',
  'Boundary (WKT)',
];

export const toBoundaryCsv = (fields: readonly ExportedField[]): string =>
  toCsv(
    HEADER,
    fields.map(({ name, areaHa, acres, drawnAreaHa, parcelRef, landUse, customer, boundary }) => {
      const middle: Position | null = boundary && middleOf(boundary);
      const place = middle ? [Number(middle[1].toFixed(6)), Number(middle[0].toFixed(6))] : [null, null];
      return [
        ...[name, Number(areaHa), Number(acres), drawnAreaHa ? Number(drawnAreaHa) : null],
        ...[parcelRef, landUse, customer, ...place, boundary ? toWkt(boundary) : ''],
      ];
    }),
  );
