// The values that are stored with a boundary.
import type { Boundary } from '@/domain/fields/boundary';
import { areaOf, middleOf } from '@/domain/geometry/measure';
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
