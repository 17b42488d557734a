// Removes the least important points of rings that have too many (Visvalingam and Whyatt 1993).
import type { Position, Ring } from '@/domain/fields/boundary';
import { metresPerDegree } from './measure';

/** A min-heap of points by the area of their triangle. The caller skips entries whose triangle has changed since. */
class SmallestFirst {
  private readonly points: number[] = [];
  private readonly sizes: number[] = [];

  push(point: number, size: number) {
    let at = this.points.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.sizes[parent] ?? 0) <= size) break;
      this.put(at, this.points[parent] ?? 0, this.sizes[parent] ?? 0);
      at = parent;
    }
    this.put(at, point, size);
  }

  pop(): readonly [point: number, size: number] | null {
    const [point, size] = [this.points[0], this.sizes[0]];
    const [lastPoint, lastSize] = [this.points.pop(), this.sizes.pop()];
    if (point === undefined || size === undefined || lastPoint === undefined || lastSize === undefined) return null;
    const { length } = this.points;
    if (length === 0) return [point, size];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= length) break;
      if (child + 1 < length && (this.sizes[child + 1] ?? 0) < (this.sizes[child] ?? 0)) child += 1;
      if ((this.sizes[child] ?? 0) >= lastSize) break;
      this.put(at, this.points[child] ?? 0, this.sizes[child] ?? 0);
      at = child;
    }
    this.put(at, lastPoint, lastSize);
    return [point, size];
  }

  private put(at: number, point: number, size: number) {
    this.points[at] = point;
    this.sizes[at] = size;
  }
}

/** The corners that a ring must keep, not counting the repeated first one. */
const MIN_CORNERS = 3;

/**
 * The rings with at most `maxPositions` positions in total, or as few as possible. Removes the point that changes the
 * area least, again and again. O(n log n).
 */
export function simplifyRings(rings: readonly Ring[], maxPositions: number): Ring[] {
  const open = rings.map((ring) => ring.slice(0, -1));
  const points = open.flat();
  const [east, north] = metresPerDegree(points[0]?.[1] ?? 0);
  const ringOf = new Int32Array(points.length);
  const before = new Int32Array(points.length);
  const after = new Int32Array(points.length);
  const left = open.map(({ length }) => length);
  let start = 0;
  open.forEach(({ length }, ring) => {
    for (let at = 0; at < length; at += 1) {
      ringOf[start + at] = ring;
      before[start + at] = start + ((at - 1 + length) % length);
      after[start + at] = start + ((at + 1) % length);
    }
    start += length;
  });
  const at = (index: number): Position => points[index] ?? [0, 0];
  const triangle = (index: number) => {
    const [a, b, c] = [at(before[index] ?? 0), at(index), at(after[index] ?? 0)];
    return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) * east * north;
  };
  const sizes = Float64Array.from(points, (_, index) => triangle(index));
  const heap = new SmallestFirst();
  sizes.forEach((size, index) => heap.push(index, size));
  const isRemoved = new Uint8Array(points.length);
  let count = points.length + rings.length;
  while (count > maxPositions) {
    const next = heap.pop();
    if (!next) break;
    const [index, size] = next;
    const ring = ringOf[index] ?? 0;
    if (isRemoved[index] === 1 || size !== sizes[index] || (left[ring] ?? 0) <= MIN_CORNERS) continue;
    isRemoved[index] = 1;
    left[ring] = (left[ring] ?? 0) - 1;
    count -= 1;
    const [previous, following] = [before[index] ?? 0, after[index] ?? 0];
    after[previous] = following;
    before[following] = previous;
    for (const neighbour of [previous, following]) {
      // At least the size of the point just removed; otherwise many small removals could flatten a whole curve.
      const changed = Math.max(size, triangle(neighbour));
      sizes[neighbour] = changed;
      heap.push(neighbour, changed);
    }
  }
  let offset = 0;
  return open.map(({ length }) => {
    const kept = points.slice(offset, offset + length).filter((_, index) => isRemoved[offset + index] === 0);
    offset += length;
    return [...kept, ...kept.slice(0, 1)];
  });
}
