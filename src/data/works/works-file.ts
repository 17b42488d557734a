// The works list as CSV: every row of the filter, read in pages and written as they arrive. Loaded when an export
// starts.
import { readFarmPeople } from '@/data/account/farm-people';
import { withRetries } from '@/data/with-retries';
import { currentNames, type CurrentNames } from '@/domain/account/current-names';
import { csvHead, csvRows } from '@/domain/core/csv';
import { todayIn, type Zone } from '@/domain/core/time';
import { doerNames } from '@/domain/works/work';
import { openCsv } from '@/lib/files/file-target';
import { supabase, unwrap } from '@/lib/supabase';
import { csvRowsOf, fromRow, pickFields, type RecordOf, type RowOf } from '@/records/record';
import { WORK, WORK_CSV } from '@/records/works';
import type { WorksReader } from './works';
import { applyFilter, placesOf, type WorksFilter } from './works-filter';

const PAGE_SIZE = 1000;

const FILE = pickFields(WORK, ['employeeId', 'doneBy', ...Object.values(WORK_CSV)]);
type FileWork = RecordOf<typeof FILE>;

/**
 * Columns left out for users who may not see prices, to whom the database returns them as null. An empty `sent_at` or
 * `paid_at` would be read as "not yet".
 */
const PRICE_COLUMNS: readonly string[] = [
  'rate',
  'total_value',
  'sent_at',
  'paid_at',
] satisfies (keyof typeof WORK_CSV)[];

/** A work as the file shows it: with current names, and instants as dates in the farm's zone. */
function toFileRow(stored: FileWork, zone: Zone, { rowOf }: CurrentNames): FileWork {
  const work = rowOf(stored);
  const day = (instant: string | null) => (instant === null ? null : todayIn(zone, new Date(instant)));
  return {
    ...work,
    doneByNames: [...doerNames(work)],
    invoiceGeneratedAt: day(work.invoiceGeneratedAt),
    invoiceSentAt: day(work.invoiceSentAt),
    invoicePaidAt: day(work.invoicePaidAt),
  };
}

async function readPage(reader: WorksReader, filter: WorksFilter, after: FileWork | undefined, signal: AbortSignal) {
  const places = placesOf(filter);
  const table = places
    ? supabase.rpc('placed_works', places).select<string, RowOf<typeof FILE>>(FILE.select)
    : reader.seesRates
      ? supabase.from('works').select<string, RowOf<typeof FILE>>(FILE.select)
      : supabase.from('crew_works').select<string, RowOf<typeof FILE>>(FILE.select);
  const older = after && [`work_date.lt.${after.workDate},and(work_date.eq.${after.workDate},id.lt.${after.id})`];
  let query = applyFilter(table.eq('user_id', reader.ownerId), filter, reader.ownerId, older);
  // Redundant, but lets the database start in its index at the right place.
  if (after) query = query.lte('work_date', after.workDate);
  const rows = unwrap(
    await query
      .order('work_date', { ascending: false })
      .order('id', { ascending: false })
      .limit(PAGE_SIZE)
      .abortSignal(signal),
  );
  return rows.map((row) => fromRow(FILE, row));
}

export type WorksExportRequest = {
  reader: WorksReader;
  filter: WorksFilter;
  zone: Zone;
  /** 'works-2026-11-20.csv'. */
  fileName: string;
  onProgress: (rows: number) => void;
  signal: AbortSignal;
};

/** The number of rows in the file, or null if the user cancelled and there is no file. */
export async function writeWorksFile({
  reader,
  filter,
  zone,
  fileName,
  onProgress,
  signal,
}: WorksExportRequest): Promise<number | null> {
  const file = await openCsv(fileName);
  if (!file) return null;
  const columns = Object.fromEntries(
    Object.entries(WORK_CSV).filter(([head]) => reader.seesRates || !PRICE_COLUMNS.includes(head)),
  );
  let written = 0;
  try {
    const names = currentNames(await readFarmPeople(reader.ownerId, signal));
    await file.write(csvHead(['id', ...Object.keys(columns)]));
    let after: FileWork | undefined;
    do {
      signal.throwIfAborted();
      const last = after;
      const works = await withRetries(() => readPage(reader, filter, last, signal), signal);
      const cells = works.flatMap((work) =>
        csvRowsOf(FILE, columns, [toFileRow(work, zone, names)]).map((cells) => [work.id, ...cells]),
      );
      await file.write(csvRows(cells));
      written += works.length;
      onProgress(written);
      after = works.length < PAGE_SIZE ? undefined : works.at(-1);
    } while (after);
    signal.throwIfAborted();
    await file.finish();
  } catch (reason) {
    await file.discard();
    if (signal.aborted) return null;
    throw reason;
  }
  return written;
}
