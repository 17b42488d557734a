// Repairs outlines whose lines cross or lie on each other, as people draw and programs write them.
import polygonClipping from 'polygon-clipping';
import type { Position, Ring } from '@/domain/fields/boundary';
import { roundDegrees, type Repair } from '@/domain/geometry/boundary';

/** Degrees, about a centimetre: rounded positions lie this far off an edge that they were on. */
const MAX_OFF = 1e-7;

/** The corners that lie on an edge, in the order from its start. */
function cornersOn([x1, y1]: Position, [x2, y2]: Position, corners: readonly Position[]): Position[] {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy);
  const found: { corner: Position; along: number }[] = [];
  for (const corner of corners) {
    const [x, y] = [corner[0] - x1, corner[1] - y1];
    const along = (x * dx + y * dy) / length;
    if (along > MAX_OFF && along < length - MAX_OFF && Math.abs(x * dy - y * dx) <= MAX_OFF * length) {
      found.push({ corner, along });
    }
  }
  return found.toSorted((a, b) => a.along - b.along).map(({ corner }) => corner);
}

/** A ring with a corner of its own wherever another corner lies on one of its edges: there they only touch. */
const withCornersOn = (ring: Ring, corners: readonly Position[]): Ring =>
  ring.flatMap((to, at) => [...cornersOn(ring[at - 1] ?? to, to, corners), to]);

/**
 * The same area with lines that only meet in corners: a pond that a line there and back cuts out becomes a hole, parcels on
 * both sides of a hedge become one, and a walk whose ends cross loses the loop between them.
 */
export const repairPolygons: Repair = (polygons) => {
  const [first, ...others] = polygons.map((polygon) =>
    polygon.map((ring) => ring.map(([lng, lat]): [number, number] => [lng, lat])),
  );
  try {
    const united = first ? polygonClipping.union(first, ...others) : [];
    const rounded = united.map((polygon) =>
      polygon.map((ring) => ring.map(([lng, lat]): Position => [roundDegrees(lng), roundDegrees(lat)])),
    );
    const corners = rounded.flat(2);
    return rounded.map((polygon) => polygon.map((ring) => withCornersOn(ring, corners)));
  } catch {
    // The library gives up on some outlines; they are refused as without it.
    return null;
  }
};
