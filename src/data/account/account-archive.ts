// The archive of an account: each table as CSV and JSON, the files that its rows refer to, and a manifest. Loaded when
// an export starts.
import { withRetries } from '@/data/with-retries';
import { csvHead, csvRows, type CsvCell } from '@/domain/core/csv';
import { FileProblem } from '@/domain/core/file-problem';
import { boundaryOf } from '@/domain/fields/boundary';
import { toGeoJson, type ExportedField } from '@/domain/geometry/files/export';
import { BRAND } from '@/lib/brand';
import { contentName } from '@/lib/files/blobs';
import { openZip } from '@/lib/files/file-target';
import { bucket } from '@/lib/storage';
import { ARCHIVE_VERSION, type Manifest } from './archive-format';
import { archivePage } from './archive-page';
import { exportCounters, exportPlan, pagesOf, type ExportedRow, type ExportedTable } from './account-plan';

/** The bucket of a file that a row refers to, by 'table.column', or 'table.column.key' if the column is an object. */
const FILE_COLUMNS: Record<string, string> = {
  'attachments.storage_path': 'photos',
  'documents.storage_path': 'documents',
  'invoice_settings.logo_path': 'logos',
  'invoices.pdf_path': 'invoices',
  // The logo that the invoice was sent with: the settings may have a newer one.
  'invoices.supplier_snapshot.logo_path': 'logos',
  'profiles.avatar_url': 'avatars',
};

const TOO_LARGE =
  'Your photos, documents and invoices do not fit into one ZIP: it takes 4 GB and 65,535 files at most. ' +
  'Untick “Photos, documents and invoices as files too” and export again. Photos and documents can be downloaded one by one.';

export type ExportProgress = { phase: 'rows' | 'files'; current: string; done: number; total: number };
type StoredFile = { bucket: string; path: string };

const cell = (value: unknown): CsvCell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
};

export type ExportRequest = {
  ownerId: string;
  farmName: string | null;
  /** 'farm-diary-2026-11-20.zip'. */
  fileName: string;
  withFiles: boolean;
  onProgress: (progress: ExportProgress) => void;
  signal: AbortSignal;
};
type Archive = ReturnType<(typeof import('@/data/zip-file'))['zipInto']>;

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

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A row of `fields` for the map file, which is in hectares. */
const mapped = (row: ExportedRow): ExportedField => ({
  ...{
    name: textOf(row['name']),
    areaHa: textOf(row['area_ha']),
    acres: '',
    drawnAreaHa: textOf(row['drawn_area_ha']),
  },
  ...{ parcelRef: textOf(row['parcel_ref']), landUse: textOf(row['land_use']), customer: textOf(row['customer']) },
  boundary: boundaryOf(row['boundary']),
});

/** What was found while the tables were written. `bytes`: of the photos and documents. */
type Found = { storedFiles: Map<string, StoredFile>; bytes: number; fields: ExportedField[] };
type RowsWritten = (written: number) => void;

/** Writes a table's two files in parallel; adds to `found`. */
async function writeTable(
  zip: Archive,
  table: ExportedTable,
  found: Found,
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
    for (const file of filesReferenced(table, rows)) found.storedFiles.set(`${file.bucket}/${file.path}`, file);
    if (table.name === 'attachments' || table.name === 'documents')
      found.bytes += rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    if (table.name === 'fields') found.fields.push(...rows.map(mapped));
    onWritten(written);
  }
  await json.add('\n]\n');
  await csv.end();
  return { rows: written, crc32: await json.end() };
}

/** A file's bytes; null if the file does not exist (any more). */
async function readFile({ bucket: bucketName, path }: StoredFile): Promise<ArrayBuffer | null> {
  const { data, error } = await (await bucket(bucketName)).download(path);
  if (data) return data.arrayBuffer();
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
      await zip.addWhole(name, new Uint8Array(bytes));
      manifest.files.push({ name, bytes: bytes.byteLength, sha256: await contentName(bytes) });
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
    version: ARCHIVE_VERSION,
    madeAt: new Date().toISOString(),
    farm: request.farmName,
    account: request.ownerId,
    tables: [],
    counters: [],
    files: [],
    missing: [],
  };
  try {
    const { zipInto, MAX_ZIP_BYTES, MAX_ZIP_FILES } = await import('@/data/zip-file');
    const zip = zipInto(target);
    const plan = await exportPlan(request.signal);
    manifest.counters = await exportCounters(request.signal);
    const total = plan.reduce((sum, { rows }) => sum + rows, 0);
    const found: Found = { storedFiles: new Map(), bytes: 0, fields: [] };
    let done = 0;
    for (const table of plan) {
      const before = done;
      const { rows, crc32 } = await writeTable(zip, table, found, request, (written) =>
        request.onProgress({
          phase: 'rows',
          current: table.name,
          done: before + written,
          total: Math.max(total, before + written),
        }),
      );
      done += rows;
      manifest.tables.push({ name: table.name, rows, columns: table.columns, crc32 });
    }
    // Before any file is fetched, which may take an hour.
    if (request.withFiles && (found.bytes > MAX_ZIP_BYTES || found.storedFiles.size > MAX_ZIP_FILES))
      throw new FileProblem(TOO_LARGE);
    if (found.fields.length > 0) await writeText(zip, 'maps/fields.geojson', toGeoJson(found.fields));
    if (request.withFiles) await writeFiles(zip, [...found.storedFiles.values()], manifest, request);
    await writeText(zip, 'manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
    await writeText(zip, 'Read me.html', archivePage(manifest));
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
