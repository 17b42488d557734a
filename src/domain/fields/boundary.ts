// The outline of a field as GeoJSON stores it: longitude first, each ring closed.
import { fieldsOf } from '@/domain/core/stored-json';

/** Longitude and latitude, in degrees. */
export type Position = readonly [number, number];
export type Ring = readonly Position[];
export type Boundary =
  | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'number' && Number.isFinite(one));
const isRing = (value: unknown): value is Ring => Array.isArray(value) && value.length >= 4 && value.every(isPosition);
const isPolygon = (value: unknown): value is readonly Ring[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRing);

/** A stored outline; null if there is none, or if it is malformed. */
export function boundaryOf(stored: unknown): Boundary | null {
  const { type, coordinates } = fieldsOf(stored);
  if (type === 'Polygon' && isPolygon(coordinates)) return { type, coordinates };
  if (type === 'MultiPolygon' && Array.isArray(coordinates) && coordinates.length > 0 && coordinates.every(isPolygon)) {
    return { type, coordinates };
  }
  return null;
}
