// Areas and distances on the ground, from positions in WGS84 degrees.
import type { Boundary, Position, Ring } from '@/domain/fields/boundary';

const RADIUS = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const E2 = FLATTENING * (2 - FLATTENING);
const E = Math.sqrt(E2);

/** The outer ring, then the holes. */
export type Polygon = readonly Ring[];

export const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Snyder, Map Projections (USGS 1395), equation 3-12: proportional to the area between the equator and a latitude. */
function q(sine: number): number {
  return (1 - E2) * (sine / (1 - E2 * sine * sine) - Math.log((1 - E * sine) / (1 + E * sine)) / (2 * E));
}
/** The square of the radius of the sphere that has the ellipsoid's area (Snyder, equation 3-13). */
const AREA_RADIUS_2 = (RADIUS * RADIUS * q(1)) / 2;

export const polygonsOf = (boundary: Boundary): readonly Polygon[] =>
  boundary.type === 'Polygon' ? [boundary.coordinates] : boundary.coordinates;

/**
 * The area in a closed ring in square metres; positive if it runs counter-clockwise. The equal-area cylindrical projection
 * of the ellipsoid preserves areas. Treating edges as straight in it is an approximation; for edges of some kilometres
 * the error is far below 0.01 %.
 */
export function signedArea(ring: Ring): number {
  const [first] = ring;
  if (!first) return 0;
  const height = q(Math.sin(radians(first[1])));
  let sum = 0;
  let [x1, y1] = [0, 0];
  for (const [lng, lat] of ring) {
    const x2 = radians(lng - first[0]);
    const y2 = (q(Math.sin(radians(lat))) - height) / q(1);
    sum += x1 * y2 - x2 * y1;
    [x1, y1] = [x2, y2];
  }
  return (sum / 2) * AREA_RADIUS_2;
}

/** The area in square metres, without holes. Read as a `Decimal`, the same number is in hectares (10,000 m² to one). */
export const areaOf = (boundary: Boundary): number =>
  polygonsOf(boundary)
    .flatMap((polygon) => polygon.map((ring, at) => Math.abs(signedArea(ring)) * (at === 0 ? 1 : -1)))
    .reduce((sum, area) => sum + area, 0);

/** Metres for a degree of longitude and of latitude, on the ellipsoid at a latitude. */
export function metresPerDegree(lat: number): readonly [east: number, north: number] {
  const root = 1 - E2 * Math.sin(radians(lat)) ** 2;
  const east = (RADIUS / Math.sqrt(root)) * Math.cos(radians(lat));
  return [radians(east), radians((RADIUS * (1 - E2)) / root ** 1.5)];
}

/** Metres between two positions. Exact to a millimetre for a kilometre; not meant for hundreds of kilometres. */
export function distance([lng1, lat1]: Position, [lng2, lat2]: Position): number {
  const [east, north] = metresPerDegree((lat1 + lat2) / 2);
  return Math.hypot((lng2 - lng1) * east, (lat2 - lat1) * north);
}

/** Metres along a line. */
export const lengthOf = (line: readonly Position[]): number =>
  line.slice(1).reduce((sum, position, at) => sum + distance(line[at] ?? position, position), 0);

export type Bounds = { west: number; south: number; east: number; north: number };

export function boundsOf(boundary: Boundary): Bounds {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [outer = []] of polygonsOf(boundary)) {
    for (const [lng, lat] of outer) {
      bounds.west = Math.min(bounds.west, lng);
      bounds.east = Math.max(bounds.east, lng);
      bounds.south = Math.min(bounds.south, lat);
      bounds.north = Math.max(bounds.north, lat);
    }
  }
  return bounds;
}

/** The longitudes at which a parallel crosses a polygon's rings, ascending: inside is from the first to the second, etc. */
function crossingsAt(polygon: Polygon, lat: number): number[] {
  const found: number[] = [];
  for (const ring of polygon) {
    ring.slice(1).forEach(([lng2, lat2], at) => {
      const [lng1, lat1] = ring[at] ?? [lng2, lat2];
      // A corner exactly on the line belongs to one of its two edges only.
      if (lat1 > lat !== lat2 > lat) found.push(lng1 + ((lat - lat1) / (lat2 - lat1)) * (lng2 - lng1));
    });
  }
  return found.toSorted((a, b) => a - b);
}

const isInPolygon = (polygon: Polygon, [lng, lat]: Position) =>
  crossingsAt(polygon, lat).filter((crossing) => crossing <= lng).length % 2 === 1;

export const isInside = (boundary: Boundary, position: Position): boolean =>
  polygonsOf(boundary).some((polygon) => isInPolygon(polygon, position));

/** Metres from a position to the nearest edge of the boundary. */
export function distanceToEdge(boundary: Boundary, [lng, lat]: Position): number {
  const [east, north] = metresPerDegree(lat);
  let nearest = Infinity;
  for (const ring of polygonsOf(boundary).flat()) {
    ring.slice(1).forEach((end, at) => {
      const start = ring[at] ?? end;
      const [x, y] = [(start[0] - lng) * east, (start[1] - lat) * north];
      const [dx, dy] = [(end[0] - start[0]) * east, (end[1] - start[1]) * north];
      const share = Math.max(0, Math.min(1, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)));
      nearest = Math.min(nearest, Math.hypot(x + share * dx, y + share * dy));
    });
  }
  return nearest;
}

function centreOfArea(ring: Ring): Position {
  const [origin = [0, 0] as const] = ring;
  let [area, x, y] = [0, 0, 0];
  ring.slice(1).forEach((end, at) => {
    const start = ring[at] ?? end;
    const [x1, y1, x2, y2] = [start[0] - origin[0], start[1] - origin[1], end[0] - origin[0], end[1] - origin[1]];
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  });
  return area === 0 ? origin : [origin[0] + x / (3 * area), origin[1] + y / (3 * area)];
}

/**
 * A position in the field, to navigate to and for its label: the centre of its largest part, or if that is outside (in a
 * bend, in a hole) the middle of the widest stretch at the same latitude.
 */
export function middleOf(boundary: Boundary): Position {
  const sizes = polygonsOf(boundary).map((polygon) => ({ polygon, size: Math.abs(signedArea(polygon[0] ?? [])) }));
  const [largest] = sizes.toSorted((a, b) => b.size - a.size);
  if (!largest) return [0, 0];
  const centre = centreOfArea(largest.polygon[0] ?? []);
  if (isInPolygon(largest.polygon, centre)) return centre;
  const crossings = crossingsAt(largest.polygon, centre[1]);
  let widest: readonly [number, number] = [centre[0], centre[0]];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [west = 0, east = 0] = crossings.slice(at, at + 2);
    if (east - west > widest[1] - widest[0]) widest = [west, east];
  }
  return [(widest[0] + widest[1]) / 2, centre[1]];
}
