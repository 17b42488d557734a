// Sorts the rings of a field into outlines and holes, for formats that keep them in one list.
import { MAX_RINGS } from '@/domain/geometry/boundary';
import { boundsOf, isInside, middleOf, signedArea, type Bounds } from '@/domain/geometry/measure';
import type { Boundary, Position } from '@/domain/fields/boundary';

type Sized = { ring: Position[]; area: number; box: Bounds; middle: Position };

const isInBox = ({ west, south, east, north }: Bounds, [lng, lat]: Position): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

function isAround(outer: Sized, { middle, area }: Sized): boolean {
  // The box is compared first: each ring is compared with each.
  if (outer.area <= area || !isInBox(outer.box, middle)) return false;
  return isInside({ type: 'Polygon', coordinates: [outer.ring] }, middle);
}

/**
 * Rings as polygons: a ring inside another is a hole in it, and a ring inside a hole an island. The direction of rings says
 * the same in theory, but many programs write holes in the direction of outlines.
 */
export function nestedRings(rings: readonly Position[][]): Position[][][] {
  // Refused when the boundary is checked.
  if (rings.length > MAX_RINGS) return rings.map((ring) => [ring]);
  const sized = rings
    .map((ring): Sized => {
      const closed = [...ring, ...ring.slice(0, 1)];
      const polygon: Boundary = { type: 'Polygon', coordinates: [closed] };
      return { ring, area: Math.abs(signedArea(closed)), box: boundsOf(polygon), middle: middleOf(polygon) };
    })
    .toSorted((a, b) => b.area - a.area);
  const polygons = new Map<Sized, Position[][]>();
  sized.forEach((ring, at) => {
    const around = sized.slice(0, at).filter((other) => isAround(other, ring));
    const outline = around.length % 2 === 1 ? polygons.get(around.at(-1) ?? ring) : undefined;
    if (outline) outline.push(ring.ring);
    else polygons.set(ring, [ring.ring]);
  });
  return [...polygons.values()];
}
