// The values that are stored with a boundary.
import type { Boundary } from '@/domain/fields/boundary';
import { areaOf, middleOf, polygonsOf } from '@/domain/geometry/measure';
import type { Outline } from '@/data/fields/boundaries';
import { toHectares } from './area-words';

/** The columns store degrees with six decimals, about ten centimetres. */
const MILLION = 1_000_000;
const sixDecimals = (degrees: number) => Math.round(degrees * MILLION) / MILLION;

export function outlineOf(boundary: Boundary): Outline {
  const [lng, lat] = middleOf(boundary);
  return {
    boundary,
    drawnAreaHa: toHectares(areaOf(boundary)),
    centroidLat: sixDecimals(lat),
    centroidLng: sixDecimals(lng),
  };
}

/** The outlines of several fields as one, each with its own rings; nothing if none of them has an outline. */
export function joinedOutline(fields: readonly { boundary: Boundary | null }[]): Partial<Outline> {
  const coordinates = fields.flatMap(({ boundary }) => (boundary === null ? [] : polygonsOf(boundary)));
  return coordinates.length === 0 ? {} : outlineOf({ type: 'MultiPolygon', coordinates });
}
