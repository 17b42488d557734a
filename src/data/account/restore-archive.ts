// Reads the ZIP of an export for a restore: its manifest, the rows of its tables in parts, and its files. Loaded when a ZIP
// is chosen. The file may be forged, so the database checks its content as well (*_restores.sql).
import * as v from 'valibot';
import { FileProblem } from '@/domain/core/file-problem';
import { linesOf, unpackWhole, zipDirectory, type ZipFile } from '@/domain/core/zip-reader';
import { DOCUMENT_TYPES, extensionOf, MAX_DOCUMENT_BYTES } from '@/domain/documents/document-types';
import { BRAND } from '@/lib/brand';
import { contentName } from '@/lib/files/blobs';
import { ARCHIVE_VERSION } from './archive-format';

const MAX_MANIFEST_BYTES = 32_000_000;
const MAX_TABLE_BYTES = 1_000_000_000;
const MAX_ROW_LENGTH = 2_000_000;
const PART_ROWS = 500;
const PART_LENGTH = 500_000;

const NOT_AN_EXPORT = `This is not the ZIP of a ${BRAND} export.`;
const OTHER_VERSION = `This ZIP was made by another version of ${BRAND}, which can’t be restored here.`;
const DAMAGED = 'The ZIP is damaged: its tables are not what its manifest says. Take another copy.';

/** Tables that an export contains and a restore leaves out: they belong to people’s sign-ins and devices. */
const LEFT_OUT = new Set(['profiles', 'farm_people', 'employee_invites', 'push_messages', 'push_subscriptions']);

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000));
const MANIFEST = v.object({
  madeBy: v.literal(BRAND),
  version: v.literal(ARCHIVE_VERSION),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  farm: v.nullable(v.string()),
  account: v.pipe(v.string(), v.uuid()),
  tables: v.array(v.object({ name: v.pipe(v.string(), v.regex(/^[a-z_]{1,60}$/)), rows: count, crc32: v.number() })),
  counters: v.array(v.object({ series: v.string(), next: count })),
  files: v.array(v.object({ name: v.string(), bytes: count, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })),
  missing: v.array(v.string()),
});

export type Archive = {
  zip: Blob;
  directory: ReadonlyMap<string, ZipFile>;
  manifest: v.InferOutput<typeof MANIFEST>;
  /** The number of rows that a restore writes. */
  rows: number;
  /** The SHA-256 of the manifest: the same for every copy of the ZIP. */
  id: string;
};

function parsedManifest(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FileProblem(NOT_AN_EXPORT);
  }
}

/** Reads the manifest of the ZIP. Refuses a ZIP that was not saved completely, or that has another version. */
export async function openArchive(zip: Blob): Promise<Archive> {
  const directory = await zipDirectory(zip);
  const file = directory.get('manifest.json');
  if (!file) throw new FileProblem(NOT_AN_EXPORT);
  const bytes = await unpackWhole(zip, file, MAX_MANIFEST_BYTES);
  const stored = parsedManifest(new TextDecoder().decode(bytes));
  const { success, output: manifest } = v.safeParse(MANIFEST, stored);
  if (!success) {
    const { success: isExport } = v.safeParse(v.object({ madeBy: v.literal(BRAND) }), stored);
    throw new FileProblem(isExport ? OTHER_VERSION : NOT_AN_EXPORT);
  }
  for (const { name, bytes: size } of manifest.files)
    if (directory.get(name)?.bytes !== size) throw new FileProblem(DAMAGED);
  const rows = manifest.tables.reduce((sum, table) => sum + (LEFT_OUT.has(table.name) ? 0 : table.rows), 0);
  return { zip, directory, manifest, rows, id: await contentName(bytes.buffer) };
}

export type Row = Record<string, unknown>;
/** The tables in the order of the restore. `itself`: the column that refers to another row of the same table. */
export type RestorePlan = readonly { name: string; itself: string | null }[];
/** Rows of one table that are sent together. A ZIP is always divided in the same way, so that a restore can continue. */
export type Part = { table: string; rows: Row[] };

function parsedRow(line: string): Row {
  try {
    const row: unknown = JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line);
    // The cast is safe: the condition checks it.
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Row;
  } catch {
    // Reported below.
  }
  throw new FileProblem(DAMAGED);
}

/** The lines of a table’s file that contain a row: an export writes one row per line. */
async function* rowLines({ zip, directory, manifest }: Archive, table: string): AsyncGenerator<string> {
  const listed = manifest.tables.find(({ name }) => name === table);
  const file = directory.get(`tables/${table}.json`);
  if (!listed) return;
  if (!file || file.crc32 !== listed.crc32) throw new FileProblem(DAMAGED);
  let rows = 0;
  for await (const line of linesOf(zip, file, MAX_TABLE_BYTES, MAX_ROW_LENGTH)) {
    if (line === '[' || line === ']' || line === '') continue;
    rows += 1;
    yield line;
  }
  if (rows !== listed.rows) throw new FileProblem(DAMAGED);
}

/** Orders the rows so that each comes after the row that it refers to. */
function parentsFirst(rows: readonly Row[], itself: string): Row[] {
  const waiting = new Map(rows.map((row) => [row['id'], row]));
  const ordered: Row[] = [];
  for (const row of rows) {
    const chain: Row[] = [];
    let next: Row | undefined = row;
    while (next && waiting.delete(next['id'])) {
      chain.push(next);
      next = waiting.get(next[itself]);
    }
    ordered.push(...chain.toReversed());
  }
  return ordered;
}

/** The rows of a table, each with the length of its text; those that refer to a row of the table come last. */
async function* orderedRows(archive: Archive, { name, itself }: RestorePlan[number]): AsyncGenerator<[Row, number]> {
  const referring: Row[] = [];
  for await (const line of rowLines(archive, name)) {
    const row = parsedRow(line);
    if (itself === null || row[itself] === null) yield [row, line.length];
    else referring.push(row);
  }
  if (itself === null) return;
  for (const row of parentsFirst(referring, itself)) yield [row, JSON.stringify(row).length];
}

async function* tableParts(archive: Archive, table: RestorePlan[number]): AsyncGenerator<Part> {
  let rows: Row[] = [];
  let length = 0;
  for await (const [row, rowLength] of orderedRows(archive, table)) {
    rows.push(row);
    length += rowLength;
    if (rows.length < PART_ROWS && length < PART_LENGTH) continue;
    yield { table: table.name, rows };
    rows = [];
    length = 0;
  }
  if (rows.length > 0) yield { table: table.name, rows };
}

export async function* partsOf(archive: Archive, plan: RestorePlan): AsyncGenerator<Part> {
  for (const table of plan) yield* tableParts(archive, table);
}

/**
 * Reads every row of the ZIP once and checks the names of its files, so that a damaged ZIP is refused before anything is
 * written. Returns the number of parts.
 */
export async function checkArchive(
  archive: Archive,
  plan: RestorePlan,
  onRows: (done: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const known = new Set(plan.map(({ name }) => name));
  if (archive.manifest.tables.some(({ name, rows }) => rows > 0 && !known.has(name) && !LEFT_OUT.has(name)))
    throw new FileProblem(OTHER_VERSION);
  // Throws if one can't be restored.
  filesOf(archive, archive.manifest.account);
  let parts = 0;
  let rows = 0;
  for await (const part of partsOf(archive, plan)) {
    signal.throwIfAborted();
    parts += 1;
    rows += part.rows.length;
    onRows(rows);
  }
  return parts;
}

export type StoredFile = {
  bucket: string;
  path: string;
  bytes: number;
  type: string;
  read: () => Promise<ArrayBuffer>;
};

/** The types of stored files by the extension of their names. */
const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(DOCUMENT_TYPES.map((type) => [extensionOf(type), type])),
  ...{ png: 'image/png', webp: 'image/webp' },
};
const BUCKETS = new Set(['photos', 'documents', 'invoices', 'logos']);

/** The files of the ZIP, each under its path in this account’s folder. Profile pictures are left out. */
export function filesOf({ zip, directory, manifest }: Archive, account: string): StoredFile[] {
  return manifest.files.flatMap(({ name, bytes, sha256 }) => {
    const [root, bucket = '', folder, ...rest] = name.split('/');
    const file = directory.get(name);
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (bucket === 'avatars') return [];
    if (!file || !type || root !== 'files' || !BUCKETS.has(bucket) || folder !== manifest.account)
      throw new FileProblem(DAMAGED);
    const read = async () => {
      const { buffer } = await unpackWhole(zip, file, MAX_DOCUMENT_BYTES);
      if ((await contentName(buffer)) !== sha256)
        throw new FileProblem(`The ZIP is damaged: ${name} is not the file that was saved.`);
      return buffer;
    };
    return [{ bucket, path: [account, ...rest].join('/'), bytes, type, read }];
  });
}
