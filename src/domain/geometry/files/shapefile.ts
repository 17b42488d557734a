// Reads the fields of a shapefile: .shp with the outlines, .dbf with their properties, .prj with the coordinate system.
// The format: ESRI Shapefile Technical Description, July 1998.
import { FileProblem } from '@/domain/core/file-problem';
import { rowsOf } from './dbf';
import type { FoundField, FoundFields } from './found-field';
import { areGridFigures, guessedSystem } from './guess-system';
import { nestedRings } from './nested-rings';
import { conversionNote, DEGREES, notRead, toDegrees, type CoordinateSystem } from './projection';
import { systemOfWkt } from './wkt';

const DAMAGED = 'The shapefile is damaged.';
const FILE_CODE = 9994;
const HEADER_BYTES = 100;
/** Shape types: plain, with heights, with measures. All six begin with the same structure. */
const POLYGONS = [5, 15, 25];
const LINES = [3, 13, 23];
const NO_SHAPE = 0;
/** Nothing, points, lines, polygons and groups of points, each also with heights or measures, and surfaces. */
const KNOWN_SHAPES = new Set([NO_SHAPE, 1, 3, 5, 8, 11, 13, 15, 18, 21, 23, 25, 28, 31]);
/** Far more than a farm has; counted before anything is made of them. */
const MAX_RECORDS = 10_000;
/** The number of a record and its length. */
const RECORD_HEADER = 8;
const CUT = 'A part of the shapefile is damaged. What could not be read was left out.';

type Point = readonly [x: number, y: number];

/** The content of a record: its first byte, and the byte after its last. `row`: its row in the table, from 0. */
type ShapeRecord = { at: number; end: number; row: number };

const kindAt = (view: DataView, at: number) => view.getInt32(at, true);

/** The record that begins at a byte; null if none can begin there, as in the zeros with which some programs fill files up. */
function recordAt(view: DataView, start: number, row: number): ShapeRecord | null {
  const at = start + RECORD_HEADER;
  if (start < HEADER_BYTES || at + 4 > view.byteLength) return null;
  const end = at + 2 * view.getInt32(start + 4);
  return end >= at + 4 && end <= view.byteLength && KNOWN_SHAPES.has(kindAt(view, at)) ? { at, end, row } : null;
}

/** The records by the index beside the file (.shx); null if there is none, or if it does not fit or names some twice. */
function indexedRecords(view: DataView, index: DataView | null): ShapeRecord[] | null {
  const count = index ? Math.floor((index.byteLength - HEADER_BYTES) / 8) : 0;
  // A file with more is refused when its records are read without the index.
  if (!index || count < 1 || count > MAX_RECORDS) return null;
  const records = Array.from({ length: count }, (_, row) =>
    recordAt(view, 2 * index.getInt32(HEADER_BYTES + 8 * row), row),
  );
  if (!records.every((record) => record !== null)) return null;
  const total = records.reduce((sum, { at, end }) => sum + end - at, 0);
  return total <= view.byteLength ? records : null;
}

/** The records one after the other, also with gaps between them. `isCut`: a gap was more than zeros. */
function consecutiveRecords(view: DataView): { records: ShapeRecord[]; isCut: boolean } {
  const records: ShapeRecord[] = [];
  let [isCut, isAfterGap, next] = [false, false, 0];
  for (let at = HEADER_BYTES; at + RECORD_HEADER <= view.byteLength;) {
    // After a gap only the record's number, which counts from 1, tells which row is its own.
    const row = isAfterGap ? view.getInt32(at) - 1 : next;
    const record = row >= next ? recordAt(view, at, row) : null;
    isAfterGap = record === null;
    isCut ||= isAfterGap && view.getInt32(at) !== 0;
    if (record && records.length === MAX_RECORDS) {
      throw new FileProblem('The shapefile has more than 10,000 records. Export fewer fields at a time.');
    }
    if (record) {
      records.push(record);
      next = row + 1;
    }
    at = record?.end ?? at + 4;
  }
  return { records, isCut };
}

const viewOf = (bytes: Uint8Array, end = bytes.length) => new DataView(bytes.buffer, bytes.byteOffset, end);

/** `rings`: of a polygon, or the lines of a line; null for other shapes. */
type Shape = { rings: Point[][] | null; isLine: boolean; row: number };

/** The shapes of a file. `isCut`: not everything could be read. */
function shapesOf(bytes: Uint8Array, shx: Uint8Array | undefined): { shapes: Shape[]; isCut: boolean } {
  if (bytes.length < HEADER_BYTES || viewOf(bytes).getInt32(0) !== FILE_CODE) throw new FileProblem(DAMAGED);
  const stated = 2 * viewOf(bytes).getInt32(24);
  // What lies behind the stated end is left from an older file. Programs that write in one go state no length.
  const view = viewOf(bytes, stated > HEADER_BYTES ? Math.min(stated, bytes.length) : bytes.length);
  const indexed = indexedRecords(view, shx ? viewOf(shx) : null);
  const { records, isCut } = indexed ? { records: indexed, isCut: false } : consecutiveRecords(view);
  const shapes: Shape[] = [];
  for (const { at, end, row } of records) {
    const kind = kindAt(view, at);
    const isLine = LINES.includes(kind);
    const rings = isLine || POLYGONS.includes(kind) ? ringsOf(view, at, end) : kind === NO_SHAPE ? [] : null;
    if (rings !== 'damaged') shapes.push({ rings, isLine, row });
  }
  const isDamaged = isCut || shapes.length < records.length;
  if (shapes.length === 0 && isDamaged) throw new FileProblem(DAMAGED);
  return { shapes, isCut: isDamaged };
}

function ringsOf(view: DataView, at: number, end: number): Point[][] | 'damaged' {
  if (at + 44 > end) return 'damaged';
  const [parts, points] = [view.getInt32(at + 36, true), view.getInt32(at + 40, true)];
  const first = at + 44 + 4 * parts;
  if (parts < 0 || points < 0 || first + 16 * points > end) return 'damaged';
  const starts = Array.from({ length: parts }, (_, part) => view.getInt32(at + 44 + 4 * part, true));
  const isInOrder = starts.every((start, part) => start >= (starts[part - 1] ?? 0) && start <= points);
  if (!isInOrder) return 'damaged';
  return starts.map((start, part) =>
    Array.from({ length: (starts[part + 1] ?? points) - start }, (_, index) => {
      const place = first + 16 * (start + index);
      return [view.getFloat64(place, true), view.getFloat64(place + 8, true)] as const;
    }),
  );
}

/** The coordinate system that a .prj file states, or a guess without it or if it can't be right; with a note to the user. */
function systemOf(
  prj: Uint8Array | undefined,
  points: readonly Point[],
): { system: CoordinateSystem; note: string | null } {
  const system = prj ? systemOfWkt(new TextDecoder().decode(prj)) : DEGREES;
  if ('unknown' in system) throw new FileProblem(notRead(system.unknown));
  if (system.grid === null && areGridFigures(points)) return guessedSystem(points);
  return { system, note: conversionNote(system) };
}

/** What a file or folder is called that holds any field. */
const ANY_FIELD =
  /^(?:boundar(?:y|ies)|borders?|outlines?|fields?|parcels?|polygons?|shapes?|areas?|export|data|\W*\w{0,2})$/;

/** The field's name in the path of a file of its own: of the file, or of the folder that it is in. */
function nameInPath(path: string): string {
  const parts = path.replace(/\.shp$/, '').split('/');
  const name = parts.findLast((part) => !ANY_FIELD.test(part)) ?? '';
  // The archive gives the path in small letters.
  return name.replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}

/**
 * The fields of a shapefile. `path`: the name of its .shp file among `files`, whose names are in lower case. `isOneOfMany`:
 * whether there are others beside it, so that its own name may be that of a field.
 */
export function fieldsOfShapefile(
  path: string,
  files: ReadonlyMap<string, Uint8Array>,
  isOneOfMany: boolean,
): FoundFields {
  const part = (ending: string) => files.get(`${path.slice(0, -4)}.${ending}`);
  const { shapes, isCut } = shapesOf(part('shp') ?? new Uint8Array(), part('shx'));
  const points = shapes.flatMap(({ rings }) => (rings ?? []).flatMap((ring) => ring.slice(0, 1)));
  const { system, note } = systemOf(part('prj'), points);
  const table = part('dbf');
  const lastRow = shapes.reduce((last, { row }) => Math.max(last, row), -1);
  const rows = table ? rowsOf(table, part('cpg'), Math.min(lastRow + 1, MAX_RECORDS)) : [];
  const nameOfFile = isOneOfMany && shapes.length === 1 ? nameInPath(path) : '';
  const found = shapes.map(({ rings, isLine, row }): FoundField => {
    const degrees = rings?.map((ring) => ring.map(([x, y]) => toDegrees(system, x, y)));
    const field = { properties: rows[row] ?? {}, nameOfFile };
    return isLine
      ? { ...field, polygons: null, lines: degrees ?? [] }
      : { ...field, polygons: degrees ? nestedRings(degrees) : null };
  });
  return { found, notes: [...(isCut ? [CUT] : []), ...(note ? [note] : [])] };
}
