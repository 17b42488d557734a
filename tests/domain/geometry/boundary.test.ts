import { expect, test } from 'vitest';
import { checkedPolygons, MAX_POSITIONS, polygonsIn } from '@/domain/geometry/boundary';
import type { Boundary, Position } from '@/domain/fields/boundary';
import {
  areaOf,
  distance,
  distanceToEdge,
  isInside,
  lengthOf,
  middleOf,
  polygonsOf,
  signedArea,
} from '@/domain/geometry/measure';
import { fieldsAt } from '@/domain/geometry/which-field';

const EAST = 0.003;
const NORTH = 0.0018;
/** A rectangle of 213 by 200 metres on Dartmoor, its south-west corner first, counter-clockwise and closed. */
const SQUARE: Position[] = [
  [-4.1, 50.5],
  [-4.1 + EAST, 50.5],
  [-4.1 + EAST, 50.5 + NORTH],
  [-4.1, 50.5 + NORTH],
  [-4.1, 50.5],
];
const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates });
/** The boundary that an import makes of a geometry. */
const checkedBoundary = (geometry: unknown) => checkedPolygons(polygonsIn(geometry) ?? [geometry]);

function boundaryOf(geometry: unknown): Boundary {
  const checked = checkedBoundary(geometry);
  if (!checked.ok) throw new Error(checked.problem);
  return checked.boundary;
}
const problemOf = (geometry: unknown) => {
  const checked = checkedBoundary(geometry);
  return checked.ok ? null : checked.problem;
};
/** A ring with this many corners, outside of the square; `wobble` in degrees makes it uneven. */
const circle = (corners: number, wobble = 0, radius = 0.002) =>
  Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners;
    const reach = radius + (at % 2) * wobble;
    return [-4.09 + reach * Math.cos(angle), 50.51 + reach * Math.sin(angle)];
  });

test('areas are those of the ellipsoid, within 0.01 % of GeographicLib', () => {
  // The expected square metres are from GeographicLib 2.2 (Karney 2013), Polygon.Compute.
  const near = (geometry: unknown, expected: number) =>
    expect(Math.abs(areaOf(boundaryOf(geometry)) / expected - 1)).toBeLessThan(1e-4);
  near(polygon(SQUARE), 42_617.7394);
  near(
    polygon([
      [-3.2, 59],
      [-3.19, 59.001],
      [-3.188, 59.007],
      [-3.199, 59.005],
      [-3.2, 59],
    ]),
    355_304.0656,
  );
  near(
    polygon([
      [-10.1, 51.9],
      [-10.05, 51.91],
      [-10.06, 51.95],
      [-10.09, 51.94],
      [-10.1, 51.9],
    ]),
    12_247_613.79,
  );
  // The design gives 4.256 ha, computed on a sphere; half a percent is allowed.
  expect(Math.abs(areaOf(boundaryOf(polygon(SQUARE))) / 10_000 / 4.256 - 1)).toBeLessThan(0.005);
});

test('distances are those of the ellipsoid', () => {
  expect(distance([-4.1, 50.5], [-4.097, 50.5018])).toBeCloseTo(292.2236, 2);
  expect(distance([-3.2, 59], [-3.19, 59.005])).toBeCloseTo(800.3219, 2);
  expect(lengthOf(SQUARE)).toBeCloseTo(826.148, 1);
});

test('an open ring is closed, a clockwise one reversed, and the area stays positive (case 80)', () => {
  const open = checkedBoundary(polygon(SQUARE.slice(0, -1)));
  expect(open).toMatchObject({
    ok: true,
    notes: ['The boundary was not closed. Its last corner is now joined to the first.'],
  });
  const clockwise = boundaryOf(polygon(SQUARE.toReversed()));
  expect(clockwise).toEqual(boundaryOf(polygon(SQUARE)));
  expect(areaOf(clockwise)).toBeCloseTo(42_617.7, 0);
  expect(signedArea(clockwise.type === 'Polygon' ? (clockwise.coordinates[0] ?? []) : [])).toBeGreaterThan(0);
});

test('swapped coordinates, crossings and empty boundaries are refused with a message (case 80)', () => {
  const swapped = polygon(SQUARE.map(([lng, lat]) => [lat, lng]));
  expect(problemOf(swapped)).toBe('These points are outside the UK and Ireland. Are latitude and longitude swapped?');
  expect(checkedPolygons([swapped.coordinates], true)).toEqual(checkedBoundary(polygon(SQUARE)));
  const [a, b, c, d] = SQUARE;
  expect(problemOf(polygon([a, c, b, d, a]))).toBe('The boundary crosses itself.');
  const empty = 'The boundary is empty: it needs at least three corners.';
  for (const geometry of [
    polygon([]),
    polygon(),
    polygon([a, b, a]),
    polygon([a, a, a, a]),
    { type: 'MultiPolygon', coordinates: [] },
  ]) {
    expect(problemOf(geometry)).toBe(empty);
  }
});

test.each([
  [
    'a bow-tie whose crossing is a corner',
    [
      [0, 0],
      [1, 1],
      [2, 2],
      [2, 0],
      [1, 1],
      [0, 2],
    ],
  ],
  [
    'an edge that runs along another',
    [
      [0, 0],
      [4, 0],
      [4, 1],
      [3, 0],
      [1, 0],
      [0, 1],
    ],
  ],
  [
    'a corner on an edge',
    [
      [0, 0],
      [4, 0],
      [4, 3],
      [2, 0],
      [0, 3],
    ],
  ],
])('refuses %s', (_, corners) => {
  const ring = corners.map(([x = 0, y = 0]) => [-4 + x / 512, 50.5 + y / 512]);
  expect(problemOf(polygon(ring))).toBe('The boundary crosses itself.');
});

test('corners that only touch, repeated points and spikes are not crossings', () => {
  const at = ([x = 0, y = 0]: number[]) => [-4 + x / 512, 50.5 + y / 512];
  const touching = [
    [0, 0],
    [2, 0],
    [1, 1],
    [2, 2],
    [0, 2],
    [1, 1],
  ].map(at);
  expect(problemOf(polygon(touching))).toBeNull();
  const spiked = boundaryOf(
    polygon(
      [
        [0, 0],
        [2, 0],
        [2, 0],
        [2, 2],
        [2, 4],
        [2, 2],
        [0, 2],
      ].map(at),
    ),
  );
  expect(polygonsOf(spiked)[0]?.[0]).toHaveLength(5);
});

test('anything but a polygon of numbers is refused', () => {
  expect(problemOf(null)).toBe('This is not the boundary of a field.');
  expect(problemOf({ type: 'Point', coordinates: [-4, 50] })).toBe('This is not the boundary of a field.');
  for (const bad of [['a', 50], [null, 1], [NaN, 50], [Infinity, 50], [[-4, 50]], 'x']) {
    expect(problemOf(polygon([...SQUARE.slice(0, 3), bad]))).toBe(
      'The boundary has a point that is not a pair of numbers.',
    );
  }
});

test('holes are subtracted from the area, and must lie inside the boundary', () => {
  const hole = (x: number) => [
    [x, 50.5005],
    [x + 0.001, 50.5005],
    [x + 0.001, 50.501],
    [x, 50.501],
    [x, 50.5005],
  ];
  const [whole, holed] = [boundaryOf(polygon(SQUARE)), boundaryOf(polygon(SQUARE, hole(-4.099)))];
  const gap = boundaryOf(polygon(hole(-4.099)));
  expect(areaOf(holed)).toBeCloseTo(areaOf(whole) - areaOf(gap), 3);
  expect(isInside(holed, [-4.0985, 50.50075])).toBe(false);
  expect(isInside(holed, [-4.0995, 50.5005])).toBe(true);
  // The middle of a field is never inside a hole.
  expect(isInside(holed, middleOf(holed))).toBe(true);
  expect(problemOf(polygon(SQUARE, hole(-4.09)))).toBe('A hole of the boundary lies outside of it.');
  expect(problemOf(polygon(SQUARE, hole(-4.1005)))).toBe('The boundary crosses itself.');
  const twice = { type: 'MultiPolygon', coordinates: [[SQUARE], [hole(-4.099)]] };
  expect(problemOf(twice)).toBe('Two parts of the boundary lie on each other.');
  const island = { type: 'MultiPolygon', coordinates: [[SQUARE, circle(8, 0, 0.0001)], [hole(-4.2)]] };
  expect(problemOf(island)).toBe('A hole of the boundary lies outside of it.');
});

test('a hundred thousand points are simplified, with the area kept', () => {
  const given = circle(100_000, 0.000_002);
  const closed = [...given, ...given.slice(0, 1)].map(([lng = 0, lat = 0]): Position => [lng, lat]);
  const checked = checkedBoundary(polygon(given));
  if (!checked.ok) throw new Error(checked.problem);
  const [ring = []] = polygonsOf(checked.boundary)[0] ?? [];
  expect(ring.length).toBeLessThanOrEqual(MAX_POSITIONS);
  expect(checked.notes).toContain(`Simplified from 100,001 to ${ring.length.toLocaleString('en-GB')} points.`);
  expect(Math.abs(areaOf(checked.boundary) / areaOf({ type: 'Polygon', coordinates: [closed] }) - 1)).toBeLessThan(
    0.002,
  );
  // A comb of 30,000 teeth: long edges that all overlap in longitude.
  const comb = Array.from(
    { length: 30_000 },
    (_, at) =>
      [
        [-4.1, 50 + at / 1e5],
        [-4, 50 + at / 1e5 + 4e-6],
      ][at % 2] ?? [],
  );
  expect(problemOf(polygon([...comb, [-4.2, 50.6], [-4.2, 50]]))).toBeNull();
});

test('a boundary with too many separate parts is refused', () => {
  const parts = Array.from({ length: 3000 }, (_, at) => {
    const [x, y] = [-4 + (at % 60) / 500, 51 + Math.floor(at / 60) / 500];
    return [
      [
        [x, y],
        [x + 0.001, y],
        [x, y + 0.001],
        [x, y],
      ],
    ];
  });
  expect(problemOf({ type: 'MultiPolygon', coordinates: parts })).toBe(
    'The boundary has too many separate parts. Split it into several fields.',
  );
});

test('the distance to a boundary is measured to its nearest edge', () => {
  const square = boundaryOf(polygon(SQUARE));
  expect(distanceToEdge(square, [-4.1 - EAST, 50.501])).toBeCloseTo(212.8, 0);
  expect(distanceToEdge(square, [-4.0985, 50.5 + NORTH])).toBeLessThan(0.1);
});

test('the field that a position is in comes first, then those near it; an inexact position reaches further', () => {
  const at = (east: number) => ({ boundary: boundaryOf(polygon(SQUARE.map(([lng, lat]) => [lng + east, lat]))) });
  const [here, next] = [at(0), at(EAST + 0.0003)];
  const fields = [next, { boundary: null }, here, at(0.02)];
  const names = (lng: number, accuracy: number) =>
    fieldsAt(fields, { lat: 50.501, lng, accuracy }).map(({ field }) => fields.indexOf(field));
  expect(names(-4.0971, 5)).toEqual([2, 0]);
  expect(names(-4.099, 5)).toEqual([2]);
  expect(fieldsAt(fields, { lat: 50.501, lng: -4.1005, accuracy: 5 })).toMatchObject([{ field: here }]);
  expect(names(-4.1015, 5)).toEqual([]);
  expect(names(-4.1015, 120)).toEqual([2]);
  expect(names(-4.11, 5000)).toEqual([]);
});
