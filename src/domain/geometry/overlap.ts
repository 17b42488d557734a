// Whether two boundaries lie on each other.
import type { Boundary } from '@/domain/fields/boundary';
import { crossingOf } from './crossings';
import { boundsOf, isInside, polygonsOf } from './measure';

/** Whether the outer ring of a part of `a` lies in `b`. Their edges must not cross, so the middle of one edge is enough. */
const hasPartIn = (a: Boundary, b: Boundary): boolean =>
  polygonsOf(a).some(([outer = []]) => {
    const [from = [0, 0], to = [0, 0]] = outer;
    return isInside(b, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  });

/** Whether two valid boundaries have ground or an edge in common. */
export function overlap(a: Boundary, b: Boundary): boolean {
  const [boxA, boxB] = [boundsOf(a), boundsOf(b)];
  if (boxA.east < boxB.west || boxB.east < boxA.west || boxA.north < boxB.south || boxB.north < boxA.south)
    return false;
  return crossingOf([...polygonsOf(a), ...polygonsOf(b)].flat()) !== null || hasPartIn(a, b) || hasPartIn(b, a);
}
