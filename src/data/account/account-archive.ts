// The archive of an account: each table as CSV and JSON, the files that its rows refer to, and a manifest. Loaded when
// an export starts.
import { withRetries } from '@/data/with-retries';
import { csvHead, csvRows, type CsvCell } from '@/domain/core/csv';
import { BRAND } from '@/lib/brand';
import { openZip } from '@/lib/files/file-target';
import { bucket } from '@/lib/storage';
import {
  exportCounters,
  exportPlan,
  pagesOf,
  type ExportedCounter,
  type ExportedRow,
  type ExportedTable,
} from './account-plan';

/** The bucket of a file that a row refers to, by 'table.column', or 'table.column.key' if the column is an object. */
const FILE_COLUMNS: Record<string, string> = {
  'attachments.storage_path': 'photos',
  'invoice_settings.logo_path': 'logos',
  'invoices.pdf_path': 'invoices',
  // The logo that the invoice was sent with: the settings may name another by now.
  'invoices.supplier_snapshot.logo_path': 'logos',
  'profiles.avatar_url': 'avatars',
};

export type ExportProgress = { phase: 'rows' | 'files'; current: string; done: number; total: number };
type StoredFile = { bucket: string; path: string };
export type Manifest = {
  madeBy: string;
  madeAt: string;
  farm: string | null;
  tables: { name: string; rows: number; columns: string[] }[];
  counters: ExportedCounter[];
  files: { name: string; bytes: number }[];
  /** Files that a row refers to but that could not be read. */
  missing: string[];
};

const cell = (value: unknown): CsvCell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
};

const README = `Everything that ${BRAND} holds of this account.

manifest.json   what is in this archive, with the number of rows of each table and the next number of each series
tables/         every table twice: .csv for spreadsheets, .json with everything exactly as it is stored
files/          photos, logos, invoices and pictures, under the names that the tables give them

Dates are year-month-day; times with a Z or +00 are in UTC. A text in a .csv that begins like a formula has an
apostrophe before it, so that no spreadsheet runs it.
`;

export type ExportRequest = {
  ownerId: string;
  farmName: string | null;
  /** 'farm-diary-2026-11-20.zip'. */
  fileName: string;
  withFiles: boolean;
  onProgress: (progress: ExportProgress) => void;
  signal: AbortSignal;
};
type Archive = ReturnType<(typeof import('@/lib/files/zip-file'))['zipInto']>;

/** The files that rows of a table refer to, each once. */
function filesReferenced(table: ExportedTable, rows: readonly ExportedRow[]): StoredFile[] {
  const fileColumns = Object.entries(FILE_COLUMNS).filter(([at]) => at.startsWith(`${table.name}.`));
  return fileColumns.flatMap(([at, bucketName]) => {
    const [, column = '', key] = at.split('.');
    const paths = rows.map((row) => {
      const value = row[column];
      if (key === undefined) return value;
      return typeof value === 'object' && value !== null ? (value as ExportedRow)[key] : null;
    });
    return [...new Set(paths)].filter((path) => typeof path === 'string').map((path) => ({ bucket: bucketName, path }));
  });
}

type RowsWritten = (written: number) => void;

/** Writes a table's two files in parallel; adds the files that its rows refer to to `storedFiles`. */
async function writeTable(
  zip: Archive,
  table: ExportedTable,
  storedFiles: Map<string, StoredFile>,
  request: ExportRequest,
  onWritten: RowsWritten,
) {
  const csv = zip.open(`tables/${table.name}.csv`);
  const json = zip.open(`tables/${table.name}.json`);
  await csv.add(csvHead(table.columns));
  await json.add('[');
  let written = 0;
  onWritten(written);
  for await (const rows of pagesOf(request.ownerId, table, request.signal)) {
    await csv.add(csvRows(rows.map((row) => table.columns.map((column) => cell(row[column])))));
    await json.add(rows.map((row, at) => `${written + at > 0 ? ',' : ''}\n${JSON.stringify(row)}`).join(''));
    written += rows.length;
    for (const file of filesReferenced(table, rows)) storedFiles.set(`${file.bucket}/${file.path}`, file);
    onWritten(written);
  }
  await json.add('\n]\n');
  await csv.end();
  await json.end();
  return written;
}

/** A file's bytes; null if the file does not exist (any more). */
async function readFile({ bucket: bucketName, path }: StoredFile): Promise<Uint8Array | null> {
  const { data, error } = await (await bucket(bucketName)).download(path);
  if (data) return new Uint8Array(await data.arrayBuffer());
  if (['400', '403', '404'].includes(String(Reflect.get(error, 'statusCode') ?? Reflect.get(error, 'status'))))
    return null;
  throw error;
}

/** A missing file does not stop the others: the manifest lists it. */
async function writeFiles(
  zip: Archive,
  storedFiles: readonly StoredFile[],
  manifest: Manifest,
  request: ExportRequest,
) {
  for (const [at, file] of storedFiles.entries()) {
    const { path } = file;
    request.signal.throwIfAborted();
    const name = `files/${file.bucket}/${path}`;
    request.onProgress({ phase: 'files', current: path, done: at, total: storedFiles.length });
    const bytes = await withRetries(() => readFile(file), request.signal);
    if (bytes) {
      await zip.addWhole(name, bytes);
      manifest.files.push({ name, bytes: bytes.length });
    } else manifest.missing.push(name);
  }
}

async function writeText(zip: Archive, name: string, text: string) {
  const entry = zip.open(name);
  await entry.add(text);
  await entry.end();
}

/** The manifest; null if the user cancelled and there is no archive. */
export async function writeArchive(request: ExportRequest): Promise<Manifest | null> {
  const target = await openZip(request.fileName);
  if (!target) return null;
  const manifest: Manifest = {
    madeBy: BRAND,
    madeAt: new Date().toISOString(),
    farm: request.farmName,
    tables: [],
    counters: [],
    files: [],
    missing: [],
  };
  try {
    const { zipInto } = await import('@/lib/files/zip-file');
    const zip = zipInto(target);
    const plan = await exportPlan(request.signal);
    manifest.counters = await exportCounters(request.signal);
    const total = plan.reduce((sum, { rows }) => sum + rows, 0);
    const storedFiles = new Map<string, StoredFile>();
    let done = 0;
    for (const table of plan) {
      const before = done;
      done += await writeTable(zip, table, storedFiles, request, (written) =>
        request.onProgress({
          phase: 'rows',
          current: table.name,
          done: before + written,
          total: Math.max(total, before + written),
        }),
      );
      manifest.tables.push({ name: table.name, rows: done - before, columns: table.columns });
    }
    if (request.withFiles) await writeFiles(zip, [...storedFiles.values()], manifest, request);
    await writeText(zip, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
    await writeText(zip, 'Read me.txt', README);
    await zip.finish();
    request.signal.throwIfAborted();
    await target.finish();
  } catch (reason) {
    await target.discard();
    if (request.signal.aborted) return null;
    throw reason;
  }
  return manifest;
}
