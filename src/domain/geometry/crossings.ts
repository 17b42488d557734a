// Finds where edges of rings cross each other.
import type { Position, Ring } from '@/domain/fields/boundary';

type Edge = {
  from: Position;
  to: Position;
  ring: number;
  at: number;
  west: number;
  east: number;
  south: number;
  north: number;
};

function edgesOf(rings: readonly Ring[]): Edge[] {
  return rings.flatMap((points, ring) =>
    points.slice(1).map((to, at) => {
      const from = points[at] ?? to;
      const [west, east] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]];
      const [south, north] = from[1] < to[1] ? [from[1], to[1]] : [to[1], from[1]];
      return { from, to, ring, at, west, east, south, north };
    }),
  );
}

/** Positive if c lies left of the line from a to b, zero if on it. */
const side = (a: Position, b: Position, c: Position) =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

const isSame = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];

/** Whether a position on the edge's line lies between its ends; an end itself does not. */
const isBetween = (edge: Edge, p: Position) =>
  p[0] >= edge.west &&
  p[0] <= edge.east &&
  p[1] >= edge.south &&
  p[1] <= edge.north &&
  !isSame(p, edge.from) &&
  !isSame(p, edge.to);

/** Where two edges cross each other in their middles. */
function meetingPoint({ from, to }: Edge, other: Edge): Position {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const [ex, ey] = [other.to[0] - other.from[0], other.to[1] - other.from[1]];
  const share = ((other.from[0] - from[0]) * ey - (other.from[1] - from[1]) * ex) / (dx * ey - dy * ex);
  return [from[0] + share * dx, from[1] + share * dy];
}

/** The position where two edges cross or overlap; or whether they only share an end, or do not meet. */
function intersectionOf(a: Edge, b: Edge): Position | 'none' | 'corner' {
  const [a1, a2] = [side(a.from, a.to, b.from), side(a.from, a.to, b.to)];
  const [b1, b2] = [side(b.from, b.to, a.from), side(b.from, b.to, a.to)];
  if (a1 * a2 < 0 && b1 * b2 < 0) return meetingPoint(a, b);
  if (a1 === 0 && isBetween(a, b.from)) return b.from;
  if (a2 === 0 && isBetween(a, b.to)) return b.to;
  if (b1 === 0 && isBetween(b, a.from)) return a.from;
  if (b2 === 0 && isBetween(b, a.to)) return a.to;
  const shared = [a.from, a.to].filter((p) => isSame(p, b.from) || isSame(p, b.to)).length;
  if (shared === 2) return a.from;
  return shared > 0 ? 'corner' : 'none';
}

/** The direction from `from` to `to`, as an angle. */
const angle = (from: Position, to: Position) => Math.atan2(to[1] - from[1], to[0] - from[0]);

/** Whether two paths that share a corner cross each other there, rather than only touch. */
function crossAtCorner(corner: Position, [a1, a2]: readonly Position[], [b1, b2]: readonly Position[]): boolean {
  if (!a1 || !a2 || !b1 || !b2) return false;
  const turn = (to: Position) => (angle(corner, to) - angle(corner, a1) + 4 * Math.PI) % (2 * Math.PI);
  return turn(b1) < turn(a2) !== turn(b2) < turn(a2);
}

/**
 * Where two edges of these closed rings cross or overlap, or their rings cross in a shared corner; null if nowhere. Sweeps
 * from west to east, and compares only edges whose longitudes overlap.
 */
export function crossingOf(rings: readonly Ring[]): Position | null {
  const edges = edgesOf(rings).toSorted((a, b) => a.west - b.west);
  const lengths = rings.map((ring) => ring.length - 1);
  /** The positions before and after a corner on the path of an edge that begins or ends there. */
  const neighbours = ({ ring, at, from }: Edge, corner: Position): readonly Position[] => {
    const points = rings[ring] ?? [];
    const length = lengths[ring] ?? 0;
    const index = isSame(from, corner) ? at : (at + 1) % length;
    return [points[(index - 1 + length) % length], points[index + 1]].filter((p) => p !== undefined);
  };
  const active: Edge[] = [];
  for (const edge of edges) {
    let kept = 0;
    for (const other of active) {
      if (other.east < edge.west) continue;
      active[kept] = other;
      kept += 1;
      if (other.south > edge.north || other.north < edge.south) continue;
      const how = intersectionOf(edge, other);
      if (how === 'none') continue;
      if (how !== 'corner') return how;
      const gap = Math.abs(edge.at - other.at);
      // Consecutive edges of a ring always share a corner.
      if (edge.ring === other.ring && (gap === 1 || gap === (lengths[edge.ring] ?? 0) - 1)) continue;
      const corner = isSame(edge.from, other.from) || isSame(edge.from, other.to) ? edge.from : edge.to;
      if (crossAtCorner(corner, neighbours(edge, corner), neighbours(other, corner))) return corner;
    }
    active.length = kept;
    active.push(edge);
  }
  return null;
}
