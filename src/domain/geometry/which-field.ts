// Finds the field at a position, or the fields near it.
import type { Boundary, Position } from '@/domain/fields/boundary';
import { boundsOf, distanceToEdge, isInside, metresPerDegree } from './measure';

/**
 * Search radius in metres: large enough for a person at the gate, outside the field. If the device's position is less
 * accurate, its error is used, up to the maximum.
 */
const MIN_RADIUS = 40;
const MAX_RADIUS = 150;

export type Outlined = { boundary: Boundary | null };
/** `metres`: 0 inside. */
export type FieldHere<Field> = { field: Field; metres: number };

/** The fields within the radius of a position, the nearest first: a field that contains it comes before all others. */
export function fieldsAt<Field extends Outlined>(
  fields: readonly Field[],
  { lat, lng, accuracy }: { lat: number; lng: number; accuracy: number },
): FieldHere<Field>[] {
  const position: Position = [lng, lat];
  const reach = Math.min(Math.max(MIN_RADIUS, accuracy), MAX_RADIUS);
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
