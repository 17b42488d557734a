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
const DATUMS: Readonly<Record<string, Datum>> = {
  wgs: NO_SHIFT,
  // Ordnance Survey, "A guide to coordinate systems in Great Britain", section 6.6; EPSG 1314.
  osgb: {
    ellipsoid: AIRY,
    shift: [446.448, -125.157, 542.06, 0.1502, 0.247, 0.8421, -20.4894],
    accuracy: 5,
  },
  // Ordnance Survey Ireland and OSNI, "Making maps compatible with GPS"; EPSG 1641 and 1954.
  ireland: {
    ellipsoid: AIRY_MODIFIED,
    shift: [482.53, -130.596, 564.557, -1.042, -0.214, -0.631, 8.15],
    accuracy: 1,
  },
};

type Grid = { longitude: number; latitude: number; scale: number; east: number; north: number };

/** `grid`: null for degrees, 'web' for the spherical Mercator of web maps. */
export type CoordinateSystem = { name: string; datum: Datum; grid: Grid | 'web' | null };

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
export function toDegrees({ datum, grid }: CoordinateSystem, x: number, y: number): Position {
  if (grid === null) return toWgs84([x, y], datum);
  if (grid !== 'web') return toWgs84(fromGrid(grid, datum.ellipsoid, x, y), datum);
  return [degrees(x / WGS84.a), degrees(2 * Math.atan(Math.exp(y / WGS84.a)) - Math.PI / 2)];
}

const utm = (zone: number): Grid => ({
  longitude: zone * 6 - 183,
  latitude: 0,
  scale: 0.9996,
  east: 500_000,
  north: 0,
});

const datum = (name: string): Datum => DATUMS[name] ?? NO_SHIFT;
const IRISH_GRID = { longitude: -8, latitude: 53.5, scale: 1.000035, east: 200_000, north: 250_000 };
const BRITISH_GRID = { longitude: -2, latitude: 49, scale: 0.9996012717, east: 400_000, north: -100_000 };
const ITM = { longitude: -8, latitude: 53.5, scale: 0.99982, east: 600_000, north: 750_000 };

export const DEGREES: CoordinateSystem = { name: 'WGS84', datum: NO_SHIFT, grid: null };

const irish = { name: 'Irish Grid', datum: datum('ireland'), grid: IRISH_GRID };
const BY_CODE: Readonly<Record<string, CoordinateSystem>> = {
  '4326': DEGREES,
  '4258': DEGREES,
  CRS84: DEGREES,
  '27700': { name: 'British National Grid', datum: datum('osgb'), grid: BRITISH_GRID },
  '29901': irish,
  '29902': irish,
  '29903': irish,
  '2157': { name: 'Irish Transverse Mercator', datum: NO_SHIFT, grid: ITM },
  '3857': { name: 'Web Mercator', datum: NO_SHIFT, grid: 'web' },
  '25829': { name: 'UTM zone 29N', datum: NO_SHIFT, grid: utm(29) },
  '25830': { name: 'UTM zone 30N', datum: NO_SHIFT, grid: utm(30) },
  '25831': { name: 'UTM zone 31N', datum: NO_SHIFT, grid: utm(31) },
  '32629': { name: 'UTM zone 29N', datum: NO_SHIFT, grid: utm(29) },
  '32630': { name: 'UTM zone 30N', datum: NO_SHIFT, grid: utm(30) },
  '32631': { name: 'UTM zone 31N', datum: NO_SHIFT, grid: utm(31) },
};

/** The coordinate system of the obsolete GeoJSON member `crs`, for example "urn:ogc:def:crs:EPSG::27700". */
export const systemOfName = (name: string): CoordinateSystem | null => BY_CODE[/(\w+)$/.exec(name)?.[1] ?? ''] ?? null;

const DATUM_NAMES: readonly (readonly [RegExp, string])[] = [
  [/osgb|ordnancesurveyofgreatbritain/, 'osgb'],
  [/tm65|tm75|ireland1965|geodeticdatumof1965/, 'ireland'],
  [/wgs1984|wgs84|worldgeodetic|etrs|europeanterrestrial|irenet/, 'wgs'],
];

const textAfter = (wkt: string, word: string) => new RegExp(`\\b${word}\\s*\\[\\s*"([^"]*)"`, 'i').exec(wkt)?.[1] ?? '';

/** The coordinate system that a .prj file describes (WKT 1), or the name of one that is not supported. */
export function systemOfWkt(wkt: string): CoordinateSystem | { unknown: string } {
  const name = (textAfter(wkt, 'PROJCS') || textAfter(wkt, 'GEOGCS')).replaceAll('_', ' ');
  const unknown = { unknown: name || 'a coordinate system without a name' };
  const datumName = textAfter(wkt, 'DATUM')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const key = DATUM_NAMES.find(([pattern]) => pattern.test(datumName))?.[1];
  if (!key) return unknown;
  if (!/\bPROJCS\s*\[/i.test(wkt))
    return /\bGEOGCS\s*\[/i.test(wkt) ? { name, datum: datum(key), grid: null } : unknown;
  const kind = textAfter(wkt, 'PROJECTION').toLowerCase();
  if (kind === 'mercator_auxiliary_sphere') return { name, datum: NO_SHIFT, grid: 'web' };
  const values = new Map(
    [...wkt.matchAll(/PARAMETER\s*\[\s*"([^"]+)"\s*,\s*([-+\d.eE]+)/gi)].map(([, word = '', value = '']) => [
      word.toLowerCase(),
      Number(value),
    ]),
  );
  const [longitude, latitude, scale, east, north] = [
    'central_meridian',
    'latitude_of_origin',
    'scale_factor',
    'false_easting',
    'false_northing',
  ].map((word) => values.get(word));
  // The last unit is that of the grid; the units before it are those of angles.
  const unit = [...wkt.matchAll(/UNIT\s*\[\s*"[^"]*"\s*,\s*([\d.eE+-]+)/gi)].at(-1)?.[1];
  if (!kind.startsWith('transverse_mercator') || Number(unit) !== 1) return unknown;
  if (longitude === undefined || latitude === undefined || !scale || east === undefined || north === undefined) {
    return unknown;
  }
  return { name, datum: datum(key), grid: { longitude, latitude, scale, east, north } };
}

/** A note to the user about converted positions; null if none were converted. */
export function conversionNote({ name, datum: { accuracy }, grid }: CoordinateSystem): string | null {
  if (grid === null && accuracy === 0) return null;
  const off = accuracy > 0 ? ` Positions can be up to ${accuracy} m off; areas are exact.` : '';
  return `Converted from ${name}.${off}`;
}
