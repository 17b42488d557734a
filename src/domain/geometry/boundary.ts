// Validates the boundary of a field from any source (a file, a drawing, a pasted text) and cleans it up.
import { fieldsOf } from '@/domain/core/stored-json';
import type { Boundary, Position, Ring } from '@/domain/fields/boundary';
import { crossingOf } from './crossings';
import { boundsOf, isInside, signedArea, type Polygon } from './measure';
import { simplifyRings } from './simplify';

/** Seven decimals of a degree are about a centimetre. */
const PRECISION = 1e7;
/** Boundaries with more positions are simplified: 2,000 follow every bend of a hedge, and 300 such fields fit on a phone. */
export const MAX_POSITIONS = 2000;
/** The limit for a boundary that would cross itself if it were simplified to MAX_POSITIONS. */
const MAX_POSITIONS_IF_CROSSING = 8000;
/** Parts and holes. Each is compared with each, so that more would take long. */
export const MAX_RINGS = 500;
const TOO_MANY_PARTS = 'The boundary has too many separate parts. Split it into several fields.';
/** How much of the area a repair may change, as a share: more than that, nobody knows what was meant. */
const MAX_CHANGE = 0.005;
/** A ring with a smaller area is a drawing mistake. */
const MIN_AREA_M2 = 1;

export const OUTSIDE = 'These points are outside the UK and Ireland. Are latitude and longitude swapped?';
const CROSSES = 'The boundary crosses itself.';
const EMPTY = 'The boundary is empty: it needs at least three corners.';
const NOT_NUMBERS = 'The boundary has a point that is not a pair of numbers.';
const NO_BOUNDARY = 'This is not the boundary of a field.';

export type CheckedBoundary =
  | { ok: true; boundary: Boundary; notes: readonly string[] }
  | { ok: false; problem: string };

/** Polygons whose lines cross or lie on each other as polygons that cover the same area without; null if that fails. */
export type Repair = (polygons: readonly Polygon[]) => readonly Polygon[] | null;

const invalidBoundary = (problem: string): CheckedBoundary => ({ ok: false, problem });
export const roundDegrees = (degrees: number) => Math.round(degrees * PRECISION) / PRECISION;

const isInUkOrIreland = ([lng, lat]: Position) => lat >= 49 && lat <= 61 && lng >= -11 && lng <= 2;
const isSame = (a: Position | undefined, b: Position | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1];

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The positions of a list; null if an item is not a pair of numbers. A third number, the height, is ignored. */
function positionsOf(value: unknown, swapped: boolean): Position[] | null {
  if (!isList(value)) return null;
  const positions: Position[] = [];
  for (const item of value) {
    if (!isList(item)) return null;
    const [x, y] = item;
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) return null;
    positions.push(swapped ? [roundDegrees(y), roundDegrees(x)] : [roundDegrees(x), roundDegrees(y)]);
  }
  return positions;
}

/** Whether a path from a to b to c goes back exactly the way it came. */
function isSpike(a: Position, b: Position, c: Position): boolean {
  const [x1, y1, x2, y2] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]];
  return x1 * y2 - x2 * y1 === 0 && x1 * x2 + y1 * y2 < 0;
}

/** Whether a closed path encloses any area. The two halves of a bow-tie do not cancel each other out. */
function enclosesArea(ring: Ring): boolean {
  const [corner = [0, 0] as const] = ring;
  const triangles = ring.slice(1).map((end, at) => Math.abs(signedArea([corner, ring[at] ?? end, end, corner])));
  return triangles.reduce((sum, area) => sum + area, 0) >= MIN_AREA_M2;
}

/** A closed ring without repeated points and spikes; empty if no area is left. */
function cleanRing(positions: readonly Position[]): Position[] {
  const path: Position[] = [];
  for (const position of positions) {
    while (path.length > 0) {
      const [before, last] = [path.at(-2), path.at(-1)];
      if (isSame(last, position)) path.pop();
      else if (before && last && isSpike(before, last, position)) path.pop();
      else break;
    }
    path.push(position);
  }
  while (path.length > 1 && isSame(path.at(-1), path[0])) path.pop();
  const ring = [...path, ...path.slice(0, 1)];
  return path.length >= 3 && enclosesArea(ring) ? ring : [];
}

const withDirection = (ring: Ring, counterClockwise: boolean): Ring =>
  signedArea(ring) > 0 === counterClockwise ? ring : ring.toReversed();

const asBoundary = (polygons: readonly Polygon[]): Boundary => {
  const [only] = polygons;
  return only && polygons.length === 1
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: polygons };
};

/** Whether a ring lies in a polygon. Their edges must not cross, so testing the middle of one edge is enough. */
function isIn(polygon: Polygon, [from = [0, 0], to = from]: Ring): boolean {
  return isInside(asBoundary([polygon]), [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
}

/** A message if a hole lies outside its part, or one part in another; otherwise null. Their edges must not cross. */
function arrangementProblem(polygons: readonly Polygon[]): string | null {
  const parts = polygons.map((polygon) => ({ polygon, outer: polygon[0] ?? [], box: boundsOf(asBoundary([polygon])) }));
  for (const { polygon, outer, box } of parts) {
    if (polygon.slice(1).some((hole) => !isIn([outer], hole))) return 'A hole of the boundary lies outside of it.';
    const isOver = parts.some((other) => {
      const [[west, south] = [0, 0]] = other.outer;
      const mayBeIn = west >= box.west && west <= box.east && south >= box.south && south <= box.north;
      return other.polygon !== polygon && mayBeIn && isIn(polygon, other.outer);
    });
    if (isOver) return 'Two parts of the boundary lie on each other.';
  }
  return null;
}

function simplifyPolygons(polygons: readonly Polygon[], maxPositions: number): Polygon[] {
  const rings = simplifyRings(polygons.flat(), maxPositions);
  let at = 0;
  return polygons.map(({ length }) => {
    at += length;
    return rings.slice(at - length, at);
  });
}

const areaOfPolygons = (polygons: readonly Polygon[]): number =>
  polygons.flat().reduce((sum, ring) => sum + signedArea(ring), 0);

/** Repaired polygons, as clean as all others; null if the repair would change the field. */
function repaired(polygons: readonly Polygon[], repair: Repair): Polygon[] | null {
  const clean = (repair(polygons) ?? []).flatMap((polygon) => {
    const [outer = [], ...holes] = polygon.map((ring, at) => withDirection(cleanRing(ring), at === 0));
    return outer.length > 0 ? [[outer, ...holes.filter(({ length }) => length > 0)]] : [];
  });
  const area = areaOfPolygons(clean);
  // Of a bow-tie one half counts negative, and of two parts that overlap the overlap counts twice.
  const isSameField = Math.abs(area - areaOfPolygons(polygons)) <= MAX_CHANGE * area;
  return isSameField && area > 0 && !crossingOf(clean.flat()) ? clean : null;
}

/**
 * A valid boundary from polygons of any source, or a message: closes open rings, orients rings as RFC 7946 requires,
 * removes repeated points, and simplifies boundaries with too many points. `swapped`: latitude comes first.
 * `repair`: how to mend lines that cross or lie on each other; without it they are refused.
 */
export function checkedPolygons(given: readonly unknown[], swapped = false, repair?: Repair): CheckedBoundary {
  const polygons: Polygon[] = [];
  let isUnclosed = false;
  let emptyParts = 0;
  // Before anything that compares rings with each other.
  if (given.reduce<number>((sum, polygon) => sum + (isList(polygon) ? polygon.length : 1), 0) > MAX_RINGS) {
    return invalidBoundary(TOO_MANY_PARTS);
  }
  for (const polygon of given) {
    if (!isList(polygon)) return invalidBoundary(NO_BOUNDARY);
    const rings: Ring[] = [];
    for (const [at, value] of polygon.entries()) {
      const positions = positionsOf(value, swapped);
      if (!positions) return invalidBoundary(NOT_NUMBERS);
      if (!positions.every(isInUkOrIreland)) return invalidBoundary(OUTSIDE);
      const ring = cleanRing(positions);
      if (at === 0 && ring.length === 0) break;
      if (ring.length === 0) continue;
      isUnclosed ||= !isSame(positions[0], positions.at(-1));
      rings.push(withDirection(ring, at === 0));
    }
    if (rings.length > 0) polygons.push(rings);
    else emptyParts += 1;
  }
  if (polygons.length === 0) return invalidBoundary(EMPTY);

  const total = polygons.flat().reduce((sum, { length }) => sum + length, 0);
  const tries =
    total <= MAX_POSITIONS
      ? [polygons]
      : [MAX_POSITIONS, MAX_POSITIONS_IF_CROSSING].map((max) => simplifyPolygons(polygons, max));
  const simple = tries.find((each) => !crossingOf(each.flat()));
  const result = simple ?? (repair && repaired(tries.at(-1) ?? [], repair));
  if (!result) {
    const [lng, lat] = crossingOf(polygons.flat()) ?? [0, 0];
    return invalidBoundary(repair ? `The boundary crosses itself near ${lat.toFixed(5)}, ${lng.toFixed(5)}.` : CROSSES);
  }
  const left = result.flat().reduce((sum, { length }) => sum + length, 0);
  // A repair can make several parts of one.
  if (left > MAX_POSITIONS_IF_CROSSING || result.flat().length > MAX_RINGS) return invalidBoundary(TOO_MANY_PARTS);
  const problem = arrangementProblem(result);
  if (problem) return invalidBoundary(problem);
  const notes = [
    ...(isUnclosed ? ['The boundary was not closed. Its last corner is now joined to the first.'] : []),
    ...(emptyParts > 0 ? ['Parts without an area were left out.'] : []),
    ...(simple ? [] : ['Lines that crossed or lay on each other were repaired.']),
    ...(left < total && simple
      ? [`Simplified from ${total.toLocaleString('en-GB')} to ${left.toLocaleString('en-GB')} points.`]
      : []),
  ];
  return { ok: true, boundary: asBoundary(result), notes };
}

/** The unchecked polygons of a GeoJSON geometry, also of collections in collections; null if it has none. */
export function polygonsIn(geometry: unknown): readonly unknown[] | null {
  const found: unknown[] = [];
  let hasArea = false;
  const parts = [geometry];
  // The loop includes the parts that it adds.
  for (const part of parts) {
    const { type, coordinates, geometries } = fieldsOf(part);
    hasArea ||= type === 'Polygon' || type === 'MultiPolygon';
    if (type === 'Polygon') found.push(coordinates);
    if (type === 'MultiPolygon' && isList(coordinates)) for (const polygon of coordinates) found.push(polygon);
    if (type === 'GeometryCollection' && isList(geometries)) for (const inner of geometries) parts.push(inner);
  }
  return hasArea ? found : null;
}
