// Which field a position is in, or next to.
import type { Boundary, Position } from '@/domain/fields/boundary';
import { boundsOf, distanceToEdge, isInside, metresPerDegree } from './measure';

/**
 * In metres. `NEAR`: a person at the gate is outside the field. If the device reports a larger error, that is used, up to
 * `FARTHEST`.
 */
const NEAR = 40;
const FARTHEST = 150;

export type Outlined = { boundary: Boundary | null };
/** `metres`: 0 inside. */
export type FieldHere<Field> = { field: Field; metres: number };

/** The fields at a position, the one that it is in first, then the nearest; empty if there is none near. */
export function fieldsAt<Field extends Outlined>(
  fields: readonly Field[],
  { lat, lng, accuracy }: { lat: number; lng: number; accuracy: number },
): FieldHere<Field>[] {
  const position: Position = [lng, lat];
  const reach = Math.min(Math.max(NEAR, accuracy), FARTHEST);
  const [east, north] = metresPerDegree(lat);
  const found: FieldHere<Field>[] = [];
  for (const field of fields) {
    if (!field.boundary) continue;
    const box = boundsOf(field.boundary);
    const isFar =
      lng < box.west - reach / east ||
      lng > box.east + reach / east ||
      lat < box.south - reach / north ||
      lat > box.north + reach / north;
    if (isFar) continue;
    const metres = isInside(field.boundary, position) ? 0 : distanceToEdge(field.boundary, position);
    if (metres <= reach) found.push({ field, metres });
  }
  return found.toSorted((a, b) => a.metres - b.metres);
}
