// Converts grid coordinates of boundary files to WGS84 degrees: any Transverse Mercator grid (British National Grid, Irish
// Grid, Irish Transverse Mercator, UTM) and the grid of web maps.
import type { Position } from '@/domain/fields/boundary';
import { radians } from '@/domain/geometry/measure';

/** `a`: the radius at the equator in metres; `f`: the flattening. */
type Ellipsoid = { a: number; f: number };
const WGS84: Ellipsoid = { a: 6_378_137, f: 1 / 298.257223563 };
const AIRY: Ellipsoid = { a: 6_377_563.396, f: 1 - 6_356_256.909 / 6_377_563.396 };
const AIRY_MODIFIED: Ellipsoid = { a: 6_377_340.189, f: 1 - 6_356_034.448 / 6_377_340.189 };

/**
 * Seven parameters to WGS84: metres, seconds of arc, parts per million (position vector). `accuracy` is how far a position
 * can be off, in metres; sizes and shapes are not affected.
 */
type Datum = { ellipsoid: Ellipsoid; shift: readonly number[] | null; accuracy: number };
const NO_SHIFT: Datum = { ellipsoid: WGS84, shift: null, accuracy: 0 };
// Ordnance Survey, "A guide to coordinate systems in Great Britain", section 6.6; EPSG 1314.
const OSGB36: Datum = {
  ellipsoid: AIRY,
  shift: [446.448, -125.157, 542.06, 0.1502, 0.247, 0.8421, -20.4894],
  accuracy: 5,
};
// Ordnance Survey Ireland and OSNI, "Making maps compatible with GPS"; EPSG 1641 and 1954.
const IRELAND_1965: Datum = {
  ellipsoid: AIRY_MODIFIED,
  shift: [482.53, -130.596, 564.557, -1.042, -0.214, -0.631, 8.15],
  accuracy: 1,
};
/** The older datum of Northern Ireland, on the ellipsoid of Great Britain; EPSG 1955. */
const OSNI_1952: Datum = { ...IRELAND_1965, ellipsoid: AIRY };

export type Grid = { longitude: number; latitude: number; scale: number; east: number; north: number };

/** `grid`: null for degrees, 'web' for the spherical Mercator of web maps. `unit`: in metres, if it is another one. */
export type CoordinateSystem = { name: string; datum: Datum; grid: Grid | 'web' | null; unit?: number };

const degrees = (angle: number) => (angle * 180) / Math.PI;

/**
 * Latitude and longitude in degrees from a Transverse Mercator grid: the series of Krüger (1912) to the fourth power of
 * n, as in Karney, "Transverse Mercator with an accuracy of a few nanometers" (2011).
 */
function fromGrid(grid: Grid, { a, f }: Ellipsoid, easting: number, northing: number): Position {
  const n = f / (2 - f);
  const [n2, n3, n4] = [n ** 2, n ** 3, n ** 4];
  const radius = (a / (1 + n)) * (1 + n2 / 4 + n4 / 64);
  const forward = [
    n / 2 - (2 * n2) / 3 + (5 * n3) / 16 + (41 * n4) / 180,
    (13 * n2) / 48 - (3 * n3) / 5 + (557 * n4) / 1440,
    (61 * n3) / 240 - (103 * n4) / 140,
    (49_561 * n4) / 161_280,
  ];
  const inverse = [
    n / 2 - (2 * n2) / 3 + (37 * n3) / 96 - n4 / 360,
    n2 / 48 + n3 / 15 - (437 * n4) / 1440,
    (17 * n3) / 480 - (37 * n4) / 840,
    (4397 * n4) / 161_280,
  ];
  const toLatitude = [
    2 * n - (2 * n2) / 3 - 2 * n3 + (116 * n4) / 45,
    (7 * n2) / 3 - (8 * n3) / 5 - (227 * n4) / 45,
    (56 * n3) / 15 - (136 * n4) / 35,
    (4279 * n4) / 630,
  ];
  const series = (terms: readonly number[], term: (twice: number) => number) =>
    terms.reduce((sum, factor, at) => sum + factor * term(2 * (at + 1)), 0);
  const eccentricity = (2 * Math.sqrt(n)) / (1 + n);
  const sine = Math.sin(radians(grid.latitude));
  const conformal = Math.atan(Math.sinh(Math.atanh(sine) - eccentricity * Math.atanh(eccentricity * sine)));
  const origin = conformal + series(forward, (twice) => Math.sin(twice * conformal));

  const xi = (northing - grid.north) / (grid.scale * radius) + origin;
  const eta = (easting - grid.east) / (grid.scale * radius);
  const x = xi - series(inverse, (twice) => Math.sin(twice * xi) * Math.cosh(twice * eta));
  const y = eta - series(inverse, (twice) => Math.cos(twice * xi) * Math.sinh(twice * eta));
  const chi = Math.asin(Math.sin(x) / Math.cosh(y));
  const latitude = chi + series(toLatitude, (twice) => Math.sin(twice * chi));
  return [grid.longitude + degrees(Math.atan2(Math.sinh(y), Math.cos(x))), degrees(latitude)];
}

/** Converts a position of another datum, at height zero above its ellipsoid, to WGS84. */
function toWgs84([lng, lat]: Position, { ellipsoid: { a, f }, shift }: Datum): Position {
  if (!shift) return [lng, lat];
  const e2 = f * (2 - f);
  const [sine, cosine] = [Math.sin(radians(lat)), Math.cos(radians(lat))];
  const normal = a / Math.sqrt(1 - e2 * sine * sine);
  const [x, y, z] = [
    normal * cosine * Math.cos(radians(lng)),
    normal * cosine * Math.sin(radians(lng)),
    normal * (1 - e2) * sine,
  ];
  const [tx = 0, ty = 0, tz = 0, ...rest] = shift;
  const [rx = 0, ry = 0, rz = 0] = rest.slice(0, 3).map((seconds) => radians(seconds / 3600));
  const scale = 1 + (rest[3] ?? 0) / 1e6;
  const [x2, y2, z2] = [
    tx + scale * (x - rz * y + ry * z),
    ty + scale * (rz * x + y - rx * z),
    tz + scale * (-ry * x + rx * y + z),
  ];
  const e2to = WGS84.f * (2 - WGS84.f);
  const across = Math.hypot(x2, y2);
  let latitude = Math.atan2(z2, across * (1 - e2to));
  // Each iteration adds more than two correct digits.
  for (let round = 0; round < 6; round += 1) {
    const turned = WGS84.a / Math.sqrt(1 - e2to * Math.sin(latitude) ** 2);
    latitude = Math.atan2(z2 + e2to * turned * Math.sin(latitude), across);
  }
  return [degrees(Math.atan2(y2, x2)), degrees(latitude)];
}

/** A position in WGS84 degrees, longitude first. */
export function toDegrees({ datum, grid, unit = 1 }: CoordinateSystem, x: number, y: number): Position {
  if (grid === null) return toWgs84([x, y], datum);
  const [east, north] = [x * unit, y * unit];
  if (grid !== 'web') return toWgs84(fromGrid(grid, datum.ellipsoid, east, north), datum);
  return [degrees(east / WGS84.a), degrees(2 * Math.atan(Math.exp(north / WGS84.a)) - Math.PI / 2)];
}

export const DEGREES: CoordinateSystem = { name: 'WGS84', datum: NO_SHIFT, grid: null };
export const BRITISH: CoordinateSystem = {
  name: 'British National Grid',
  datum: OSGB36,
  grid: { longitude: -2, latitude: 49, scale: 0.9996012717, east: 400_000, north: -100_000 },
};
const IRISH_ORIGIN = { longitude: -8, latitude: 53.5, east: 200_000, north: 250_000 };
export const IRISH: CoordinateSystem = {
  name: 'Irish Grid',
  datum: IRELAND_1965,
  grid: { ...IRISH_ORIGIN, scale: 1.000035 },
};
const NORTHERN_IRISH: CoordinateSystem = { name: 'Irish Grid', datum: OSNI_1952, grid: { ...IRISH_ORIGIN, scale: 1 } };
export const ITM: CoordinateSystem = {
  name: 'Irish Transverse Mercator',
  datum: NO_SHIFT,
  grid: { longitude: -8, latitude: 53.5, scale: 0.99982, east: 600_000, north: 750_000 },
};
export const WEB: CoordinateSystem = { name: 'Web Mercator', datum: NO_SHIFT, grid: 'web' };
const utm = (zone: number): CoordinateSystem => ({
  name: `UTM zone ${zone}N`,
  datum: NO_SHIFT,
  grid: { longitude: zone * 6 - 183, latitude: 0, scale: 0.9996, east: 500_000, north: 0 },
});
export const UTM_ZONES = [utm(29), utm(30), utm(31)] as const;
const GRIDS = [BRITISH, IRISH, NORTHERN_IRISH, ITM, WEB, ...UTM_ZONES];

/** Codes of EPSG and of Esri; those of a grid with heights mean the grid. */
const CODES: readonly (readonly [CoordinateSystem, readonly string[]])[] = [
  [DEGREES, ['4326', '4258', '4173', '4937', '4979', 'CRS84', 'CRS84h']],
  [BRITISH, ['27700', '7405']],
  [IRISH, ['29902', '29903', '29900']],
  [NORTHERN_IRISH, ['29901']],
  [ITM, ['2157']],
  [WEB, ['3857', '3785', '900913', '102100', '102113']],
  [UTM_ZONES[0], ['25829', '32629', '2158']],
  [UTM_ZONES[1], ['25830', '32630']],
  [UTM_ZONES[2], ['25831', '32631']],
  [{ name: 'OSGB36', datum: OSGB36, grid: null }, ['4277']],
  [{ name: 'TM65', datum: IRELAND_1965, grid: null }, ['4299', '4300']],
  [{ name: 'OSNI 1952', datum: OSNI_1952, grid: null }, ['4188']],
];

/** A coordinate system by its code or name, for example "urn:ogc:def:crs:EPSG::27700" or "OSGB36 / British National Grid". */
export function systemOfName(name: string): CoordinateSystem | null {
  const code = /(\w+)\s*$/.exec(name)?.[1] ?? '';
  const known = CODES.find(([, codes]) => codes.includes(code))?.[0];
  return known ?? GRIDS.find((grid) => name.toLowerCase().includes(grid.name.toLowerCase())) ?? null;
}

const isNear = (a: number, b: number, by: number) => Math.abs(a - b) < by;

/** The known grid with these figures, whatever a file calls it. */
const knownGrid = (grid: Grid): CoordinateSystem | undefined =>
  GRIDS.find(
    ({ grid: known }) =>
      known !== null &&
      known !== 'web' &&
      isNear(known.longitude, grid.longitude, 1e-6) &&
      isNear(known.latitude, grid.latitude, 1e-6) &&
      isNear(known.scale, grid.scale, 1e-7) &&
      isNear(known.east, grid.east, 0.01) &&
      isNear(known.north, grid.north, 0.01),
  );

/**
 * The coordinate system of a grid, or of degrees, on the ellipsoid with this radius; null if its datum is unknown. The
 * figures decide and not the names, which every program writes in its own way: each ellipsoid is used by one datum here,
 * but Great Britain's also by the old grid of Northern Ireland. `description`: the whole text of the file about it.
 */
export function systemOfFigures(
  name: string,
  { radius, grid, description }: { radius: number; grid: Grid | null; description: string },
): CoordinateSystem | null {
  const known = grid ? knownGrid(grid) : undefined;
  const system = (datum: Datum) => ({ name: known?.name ?? name, datum, grid });
  if (isNear(radius, WGS84.a, 0.5)) return system(NO_SHIFT);
  if (isNear(radius, AIRY_MODIFIED.a, 0.5)) return system(IRELAND_1965);
  if (!isNear(radius, AIRY.a, 0.5)) return null;
  if (known?.name === BRITISH.name) return system(OSGB36);
  if (known?.name === IRISH.name || /osni|ireland|irish/i.test(description)) return system(OSNI_1952);
  return /osgb|ordnance.?survey/i.test(description) ? system(OSGB36) : null;
}

/** What to tell about a coordinate system that is not supported. */
export const notRead = (name: string): string =>
  `The coordinates are in ${name}, which is not read. Export the file in WGS84.`;

/** A note to the user about converted positions; null if none were converted. `isGuess`: the file does not say so. */
export function conversionNote({ name, datum: { accuracy }, grid }: CoordinateSystem, isGuess = false): string | null {
  if (grid === null && accuracy === 0) return null;
  const off = accuracy > 0 ? ` Positions can be up to ${accuracy} m off; areas are exact.` : '';
  return isGuess
    ? `The coordinates look like ${name} and were converted from it.${off}`
    : `Converted from ${name}.${off}`;
}
