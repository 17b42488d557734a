// Sorts the rings of a field into outlines and holes, for formats that keep them in one list.
import { isInside, middleOf, signedArea } from '@/domain/geometry/measure';
import type { Position } from '@/domain/fields/boundary';

type Sized = { ring: Position[]; area: number; middle: Position };

function isAround(outer: Sized, { middle, area }: Sized): boolean {
  return outer.area > area && isInside({ type: 'Polygon', coordinates: [outer.ring] }, middle);
}

/**
 * Rings as polygons: a ring inside another is a hole in it, and a ring inside a hole an island. The direction of rings says
 * the same in theory, but many programs write holes in the direction of outlines.
 */
export function nestedRings(rings: readonly Position[][]): Position[][][] {
  const sized = rings
    .map((ring) => {
      const closed = [...ring, ...ring.slice(0, 1)];
      return { ring, area: Math.abs(signedArea(closed)), middle: middleOf({ type: 'Polygon', coordinates: [closed] }) };
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
