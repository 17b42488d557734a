// Reads the fields of a shapefile: .shp with the outlines, .dbf with their properties, .prj with the coordinate system.
// The format: ESRI Shapefile Technical Description, July 1998.
import { FileProblem } from '@/domain/core/file-problem';
import type { Position } from '@/domain/fields/boundary';
import { signedArea } from '@/domain/geometry/measure';
import { rowsOf } from './dbf';
import type { FoundField, FoundFields } from './found-field';
import { conversionNote, DEGREES, notRead, toDegrees, type CoordinateSystem } from './projection';
import { systemOfWkt } from './wkt';

const DAMAGED = 'The shapefile is damaged.';
const FILE_CODE = 9994;
const HEADER_BYTES = 100;
/** Shape types: polygons, polygons with heights, polygons with measures. All three begin with the same structure. */
const POLYGONS = [5, 15, 25];
const NO_SHAPE = 0;

type Point = readonly [x: number, y: number];

/** The rings of each record; null for a record that is not a polygon. */
function shapesOf(bytes: Uint8Array): (Point[][] | null)[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES || view.getInt32(0) !== FILE_CODE) throw new FileProblem(DAMAGED);
  const shapes: (Point[][] | null)[] = [];
  for (let at = HEADER_BYTES; at + 12 <= bytes.length;) {
    const end = at + 8 + 2 * view.getInt32(at + 4);
    const kind = view.getInt32(at + 8, true);
    if (end <= at + 8 || end > bytes.length) throw new FileProblem(DAMAGED);
    shapes.push(POLYGONS.includes(kind) ? ringsOf(view, at + 8, end) : kind === NO_SHAPE ? [] : null);
    at = end;
  }
  return shapes;
}

function ringsOf(view: DataView, at: number, end: number): Point[][] {
  if (at + 44 > end) throw new FileProblem(DAMAGED);
  const [parts, points] = [view.getInt32(at + 36, true), view.getInt32(at + 40, true)];
  const first = at + 44 + 4 * parts;
  if (parts < 0 || points < 0 || first + 16 * points > end) throw new FileProblem(DAMAGED);
  const starts = Array.from({ length: parts }, (_, part) => view.getInt32(at + 44 + 4 * part, true));
  return starts.map((start, part) => {
    const stop = starts[part + 1] ?? points;
    if (start < 0 || stop < start || stop > points) throw new FileProblem(DAMAGED);
    return Array.from({ length: stop - start }, (_, index) => {
      const place = first + 16 * (start + index);
      return [view.getFloat64(place, true), view.getFloat64(place + 8, true)] as const;
    });
  });
}

/**
 * The rings of a record as polygons. In a shapefile outer rings run clockwise and holes counter-clockwise, in any order;
 * a hole belongs to the smallest outer ring around it.
 */
function polygonsOf(rings: readonly Position[][]): Position[][][] {
  const sized = rings.map((ring) => ({ ring, area: signedArea(ring) }));
  const outer = sized.filter(({ area }) => area <= 0).toSorted((a, b) => b.area - a.area);
  // No ring is clockwise: the file has the wrong orientation, so each ring is read as an outer ring.
  if (outer.length === 0) return rings.map((ring) => [ring]);
  const polygons = outer.map(({ ring }) => [ring]);
  for (const { ring: hole } of sized.filter(({ area }) => area > 0)) {
    const [corner = [0, 0]] = hole;
    const around = polygons.find(([ring = []]) => hole.every((position) => isAround(ring, position)));
    (around ?? polygons.find(([ring = []]) => isAround(ring, corner)) ?? polygons[0])?.push(hole);
  }
  return polygons;
}

/** Whether a position lies in the box around a ring: enough to find the ring of a hole, which is checked afterwards. */
function isAround(ring: readonly Position[], [lng, lat]: Position): boolean {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

function systemOf(prj: Uint8Array | undefined, points: readonly Point[]): CoordinateSystem {
  if (!prj) {
    if (points.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)) return DEGREES;
    throw new FileProblem('The zip file has no .prj file, so nobody knows what its coordinates mean. Add it.');
  }
  const system = systemOfWkt(new TextDecoder().decode(prj));
  if ('unknown' in system) throw new FileProblem(notRead(system.unknown));
  return system;
}

/** The fields of every shapefile among these files, by their names in lower case. */
export function fieldsOfShapefiles(files: ReadonlyMap<string, Uint8Array>): FoundFields {
  const found: FoundField[] = [];
  const notes = new Set<string>();
  for (const [name, bytes] of files) {
    if (!name.endsWith('.shp')) continue;
    const part = (ending: string) => files.get(`${name.slice(0, -4)}.${ending}`);
    const shapes = shapesOf(bytes);
    const system = systemOf(
      part('prj'),
      shapes.flatMap((rings) => (rings ?? []).flatMap((ring) => ring.slice(0, 1))),
    );
    const note = conversionNote(system);
    if (note) notes.add(note);
    const table = part('dbf');
    const rows = table ? rowsOf(table, part('cpg')) : [];
    shapes.forEach((rings, at) => {
      const degrees = rings?.map((ring) => ring.map(([x, y]) => toDegrees(system, x, y)));
      found.push({ properties: rows[at] ?? {}, polygons: degrees ? polygonsOf(degrees) : null });
    });
  }
  if (![...files.keys()].some((name) => name.endsWith('.shp'))) {
    throw new FileProblem('This zip file has no shapefile in it: a .shp, a .dbf and a .prj file.');
  }
  return { found, notes: [...notes] };
}
