// Fields: the land register. Everyone reads it, the account holder writes it, online.
import { AREA, LATITUDE, LONGITUDE, percent, upTo } from '@/domain/core/number-rule';
import { boundaryOf, type Boundary } from '@/domain/fields/boundary';
import { AREA_SOURCES, LAND_USES, PARCEL_SCHEMES, SOIL_TYPES, TENURES } from '@/domain/fields/field';
import type { Json } from '@/lib/database.types';
import { choice, date, decimal, flag, id, ids, instant, json, number, text } from './record-field';
import { record, type RecordOf, type StoredKinds } from './record';

// The cast is safe: GeoJSON is JSON; only the readonly arrays of the type differ.
const outline = () => json<Boundary | null>(null, boundaryOf, (value) => value as unknown as Json).optional();

export const FIELD = record('fields', {
  name: text('Name', 80),
  areaHa: decimal('Area, ha', AREA),
  areaSource: choice(AREA_SOURCES, 'Area from'),
  workedAreaHa: decimal('Worked area, ha', AREA).optional(),
  parcelRef: text('Parcel', 20).optional(),
  parcelScheme: choice(PARCEL_SCHEMES, 'Parcel scheme').optional(),
  townland: text('Townland', 80).optional(),
  county: text('County', 80).optional(),
  /** The customer whose land it is; null for the account's own. */
  customer: text('Customer', 120).optional(),
  customerId: id().optional(),
  tenure: choice(TENURES, 'Tenure').optional(),
  rentFrom: date('Agreement from').optional(),
  rentTo: date('Agreement to').optional(),
  landUse: choice(LAND_USES, 'Land use').optional(),
  soilType: choice(SOIL_TYPES, 'Soil').optional(),
  soilIsSandyShallow: flag('Sandy or shallow soil'),
  /** Whether it counts for stocking rate, nutrients and storage. */
  eligible: flag('Eligible'),
  boundary: outline(),
  centroidLat: number('Latitude', LATITUDE).optional(),
  centroidLng: number('Longitude', LONGITUDE).optional(),
  drawnAreaHa: decimal('Drawn area, ha', upTo(999_999, 4)).optional(),
  slopePct: decimal('Slope, %', percent()).optional(),
  nearWater: flag('Near water'),
  bufferM: decimal('Buffer, m', upTo(1000, 1)).optional(),
  inNvz: flag('In an NVZ').optional(),
  hazards: text('Hazards', 1000).optional(),
  /** The part of the field where nothing may be spread. */
  noSpread: outline().from('no_spread_geojson'),
  /** The day from which the field is sold, given up, split or merged; the field and its history stay. */
  archivedOn: date('Archived').optional(),
  /** The archived fields that it was split or merged from. */
  parentIds: ids().fromDatabase(),
  notes: text('Notes', 2000).optional(),
  createdByName: text().fromDatabase(),
  createdAt: instant().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});
export type FarmField = RecordOf<typeof FIELD>;
/** The columns of a CSV file, each with its field. */
export const FIELD_CSV = {
  name: 'name',
  area_ha: 'areaHa',
  area_source: 'areaSource',
  worked_area_ha: 'workedAreaHa',
  drawn_area_ha: 'drawnAreaHa',
  parcel: 'parcelRef',
  parcel_scheme: 'parcelScheme',
  townland: 'townland',
  county: 'county',
  customer: 'customer',
  tenure: 'tenure',
  rent_from: 'rentFrom',
  rent_to: 'rentTo',
  land_use: 'landUse',
  soil: 'soilType',
  sandy_or_shallow: 'soilIsSandyShallow',
  eligible: 'eligible',
  slope_pct: 'slopePct',
  near_water: 'nearWater',
  buffer_m: 'bufferM',
  in_nvz: 'inNvz',
  hazards: 'hazards',
  lat: 'centroidLat',
  lng: 'centroidLng',
  archived_on: 'archivedOn',
} as const satisfies Record<string, keyof FarmField>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  fields: {
    'Name, area, parcel number, land use, soil, whose land it is and on what agreement, and its outline on the map':
      '* centroid_lat centroid_lng',
    'directions, hazards and notes': 'hazards',
  },
};
