// Guesses the coordinate system of a file that does not name it, or names the wrong one.
import { FileProblem } from '@/domain/core/file-problem';
import type { Position } from '@/domain/fields/boundary';
import { BRITISH, conversionNote, IRISH, ITM, toDegrees, UTM_ZONES, WEB, type CoordinateSystem } from './projection';

/**
 * The land of an island group: its westernmost and easternmost longitude for each quarter degree of latitude from
 * `south`, with ten kilometres to spare. From Natural Earth, 1:10,000,000 (public domain).
 */
type Land = { south: number; spans: readonly (readonly [west: number, east: number])[] };
// oxfmt-ignore
const GREAT_BRITAIN: Land = {
  south: 49.75,
  spans: [
    [-6.4, -5], [-6.4, -3.5], [-5.7, -2.3], [-5.1, 0.4], [-4.8, 1.1], [-4.8, 1.5], [-4.4, 1.5], [-5.4, 1.3], [-5.4, 1.6],
    [-5.3, 1.8], [-4.5, 1.9], [-4.9, 1.9], [-4.9, 1.8], [-4.8, 1.2], [-4.8, 0.5], [-3.2, 0.3], [-3.2, 0.2], [-4.9, 0],
    [-4.8, -0.2], [-5.2, -0.4], [-5.3, -1.1], [-5.9, -1.3], [-5.9, -1.4], [-6.6, -1.5], [-6.6, -1.8], [-6.5, -2.3],
    [-7.1, -2.5], [-7.1, -2.2], [-7.7, -2], [-7.7, -1.9], [-7.6, -1.7], [-7.6, -1.7], [-8.7, -1.9], [-7.2, -3.1],
    [-7.2, -3], [-6.5, -2.8], [-3.5, -2.6], [-3.5, -2.3], [-3.2, -1.5], [-1.8, -1.5], [-1.5, -1.1], [-2.2, -0.9],
    [-1.8, -0.8], [-1.7, -0.7], [-1.2, -0.7],
  ],
};
// oxfmt-ignore
const IRELAND: Land = {
  south: 51.25,
  spans: [
    [-9.9, -8.8], [-10.4, -8.2], [-10.5, -7.4], [-10.6, -6.2], [-10.5, -6.1], [-10, -6], [-9.7, -5.9], [-9.9, -5.9],
    [-10.3, -5.9], [-10.3, -6], [-10.4, -5.9], [-10.4, -5.5], [-10.2, -5.3], [-8.9, -5.3], [-8.9, -5.6], [-8.7, -5.8],
    [-8.1, -6],
  ],
};

const BOTH = [GREAT_BRITAIN, IRELAND];
/** The systems that files use here, and the land that each is used for. */
const CANDIDATES: readonly (readonly [CoordinateSystem, readonly Land[]])[] = [
  [BRITISH, [GREAT_BRITAIN]],
  [IRISH, [IRELAND]],
  [ITM, [IRELAND]],
  [WEB, BOTH],
  ...UTM_ZONES.map((zone) => [zone, BOTH] as const),
];

function isOn({ south, spans }: Land, [lng, lat]: Position): boolean {
  const [west, east] = spans[Math.floor((lat - south) * 4)] ?? [Infinity, -Infinity];
  return lng >= west && lng <= east;
}

type Point = readonly [x: number, y: number];

/** Whether none of these points can be degrees; false for an empty list. */
export const areGridFigures = (points: readonly Point[]): boolean =>
  points.length > 0 && points.every(([x, y]) => Math.abs(x) > 180 || Math.abs(y) > 90);

/**
 * The only system in which all of these grid points lie on the land that it is used for, with a note to the user; throws a
 * `FileProblem` if there is none, or if there are several.
 */
export function guessedSystem(points: readonly Point[]): { system: CoordinateSystem; note: string } {
  const fitting = CANDIDATES.filter(([system, lands]) =>
    points.every(([x, y]) => lands.some((land) => isOn(land, toDegrees(system, x, y)))),
  ).map(([system]) => system);
  const [system, ...others] = fitting;
  if (!system) {
    throw new FileProblem(
      'The coordinates are not longitude and latitude, and they fit no grid of the UK or Ireland. Export the file in WGS84.',
    );
  }
  if (others.length > 0) {
    const names = fitting.map(({ name }) => name).join(' or ');
    throw new FileProblem(
      `The coordinates could be ${names}, and the file does not say which. Export it in WGS84, or with its coordinate system.`,
    );
  }
  return { system, note: conversionNote(system, true) ?? '' };
}
