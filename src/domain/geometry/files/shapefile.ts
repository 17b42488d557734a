// Reads the fields of a shapefile: .shp with the outlines, .dbf with their properties, .prj with the coordinate system.
// The format: ESRI Shapefile Technical Description, July 1998.
import { FileProblem } from '@/domain/core/file-problem';
import type { Position } from '@/domain/fields/boundary';
import { MAX_RINGS } from '@/domain/geometry/boundary';
import { boundsOf, signedArea, type Bounds } from '@/domain/geometry/measure';
import type { FoundField, FoundFields } from './found-field';
import { conversionNote, DEGREES, systemOfWkt, toDegrees, type CoordinateSystem } from './projection';

const DAMAGED = 'The shapefile is damaged.';
const FILE_CODE = 9994;
const HEADER_BYTES = 100;
/** Shape types: polygons, polygons with heights, polygons with measures. All three begin with the same structure. */
const POLYGONS = [5, 15, 25];
const NO_SHAPE = 0;
/** Far more than a farm has; counted before anything is made of them. */
const MAX_RECORDS = 10_000;
/** As many as a dBASE table can have. */
const MAX_COLUMNS = 255;

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
    if (shapes.length === MAX_RECORDS) {
      throw new FileProblem('The shapefile has more than 10,000 records. Export fewer fields at a time.');
    }
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
  // Refused when the boundary is checked.
  if (rings.length > MAX_RINGS) return rings.map((ring) => [ring]);
  const sized = rings.map((ring) => ({
    ring,
    area: signedArea(ring),
    box: boundsOf({ type: 'Polygon', coordinates: [ring] }),
  }));
  const outer = sized.filter(({ area }) => area <= 0).toSorted((a, b) => b.area - a.area);
  // No ring is clockwise: the file has the wrong orientation, so each ring is read as an outer ring.
  if (outer.length === 0) return rings.map((ring) => [ring]);
  const polygons = outer.map(({ ring, box }) => ({ rings: [ring], box }));
  for (const { ring: hole, box } of sized.filter(({ area }) => area > 0)) {
    const [corner = [0, 0]] = hole;
    const around = polygons.find((polygon) => isAround(polygon.box, box));
    const atCorner = () => polygons.find((polygon) => isAround(polygon.box, boxOf(corner)));
    (around ?? atCorner() ?? polygons[0])?.rings.push(hole);
  }
  return polygons.map((polygon) => polygon.rings);
}

const boxOf = ([lng, lat]: Position): Bounds => ({ west: lng, east: lng, south: lat, north: lat });
/** Whether a box lies in another: enough to find the ring of a hole, which is checked afterwards. */
const isAround = (outer: Bounds, inner: Bounds): boolean =>
  inner.west >= outer.west && inner.east <= outer.east && inner.south >= outer.south && inner.north <= outer.north;

/** The first `max` rows of a .dbf file (dBASE III), all values as texts. */
function rowsOf(bytes: Uint8Array, encoding: string, max: number): Record<string, string>[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 33) return [];
  const decoder = new TextDecoder(encoding);
  const [count, start, width] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
  const columns: { name: string; length: number }[] = [];
  for (let at = 32; at + 32 <= Math.min(start, bytes.length) && bytes[at] !== 0x0d; at += 32) {
    const name = new TextDecoder('latin1').decode(bytes.subarray(at, at + 11)).replace(/\0.*$/s, '');
    columns.push({ name, length: bytes[at + 16] ?? 0 });
  }
  if (width === 0) return [];
  if (columns.length > MAX_COLUMNS) {
    throw new FileProblem('The table of the shapefile has more than 255 columns. Export it with fewer.');
  }
  const rows: Record<string, string>[] = [];
  for (let row = 0; row < Math.min(count, max) && start + (row + 1) * width <= bytes.length; row += 1) {
    let at = start + row * width + 1;
    const values: Record<string, string> = {};
    for (const { name, length } of columns) {
      values[name] = decoder
        .decode(bytes.subarray(at, at + length))
        .replaceAll('\0', '')
        .trim();
      at += length;
    }
    rows.push(values);
  }
  return rows;
}

/** The text encoding that a .cpg file names; without that file, texts are usually in windows-1252. */
function encodingOf(cpg: Uint8Array | undefined): string {
  const name = cpg ? new TextDecoder('latin1').decode(cpg).trim().toLowerCase() : '';
  return name.replace('-', '') === 'utf8' || name === '65001' ? 'utf-8' : 'windows-1252';
}

function systemOf(prj: Uint8Array | undefined, points: readonly Point[]): CoordinateSystem {
  if (!prj) {
    if (points.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)) return DEGREES;
    throw new FileProblem('The zip file has no .prj file, so nobody knows what its coordinates mean. Add it.');
  }
  const system = systemOfWkt(new TextDecoder().decode(prj));
  if ('unknown' in system) {
    throw new FileProblem(
      `The coordinates are in ${system.unknown}, which is not read. Export the file in WGS84 or British National Grid.`,
    );
  }
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
    const rows = table ? rowsOf(table, encodingOf(part('cpg')), shapes.length) : [];
    shapes.forEach((rings, at) => {
      const degrees = rings?.map((ring) => ring.map(([x, y]) => toDegrees(system, x, y)));
      found.push({ properties: rows[at] ?? {}, polygons: degrees ? polygonsOf(degrees) : null });
    });
  }
  return { found, notes: [...notes] };
}
