// The works list as CSV: every row of the filter, read in pages and written as they arrive. Loaded on the press that
// needs it.
import { readFarmPeople } from '@/data/account/farm-people';
import { surely } from '@/data/surely';
import { presentNames, type PresentNames } from '@/domain/account/present-names';
import { csvHead, csvRows, type CsvCell } from '@/domain/core/csv';
import { todayIn, type Zone } from '@/domain/core/time';
import { openCsv } from '@/lib/files/file-target';
import { supabase, unwrap } from '@/lib/supabase';
import type { WorksWho } from './works';
import { applyFilter, type WorksFilter } from './works-filter';

const PAGE = 1000;

const SELECT = `id, work_date, customer, task_name, task_description, chargeable_unit, quantity, rate, total_value,
  start_time, finish_time, breaks, total_time, employee_id, created_by_name, invoice_number, invoice_generated_at, invoice_sent_at,
  invoice_paid_at, notes` as const;

type Row = {
  id: string;
  work_date: string;
  customer: string;
  task_name: string;
  task_description: string | null;
  chargeable_unit: string;
  quantity: number | null;
  rate: number | null;
  total_value: number | null;
  start_time: string | null;
  finish_time: string | null;
  breaks: number;
  total_time: number | null;
  employee_id: string | null;
  created_by_name: string;
  invoice_number: string | null;
  invoice_generated_at: string | null;
  invoice_sent_at: string | null;
  invoice_paid_at: string | null;
  notes: string | null;
};

const time = (wall: string | null) => wall?.slice(0, 5) ?? null;
const day = (instant: string | null, zone: Zone) => (instant === null ? null : todayIn(zone, new Date(instant)));

/** Header and cell of each column; the `priced` ones are left out for users who may not see prices. */
const COLUMNS: readonly {
  head: string;
  priced?: true;
  cell: (row: Row, zone: Zone, names: PresentNames) => CsvCell;
}[] = [
  { head: 'id', cell: (row) => row.id },
  { head: 'work_date', cell: (row) => row.work_date },
  { head: 'customer', cell: (row) => row.customer },
  { head: 'task_name', cell: (row) => row.task_name },
  { head: 'task_description', cell: (row) => row.task_description },
  { head: 'chargeable_unit', cell: (row) => row.chargeable_unit },
  { head: 'quantity', cell: (row) => row.quantity },
  { head: 'rate', priced: true, cell: (row) => row.rate },
  { head: 'total_value', priced: true, cell: (row) => row.total_value },
  { head: 'start_time', cell: (row) => time(row.start_time) },
  { head: 'finish_time', cell: (row) => time(row.finish_time) },
  { head: 'breaks_min', cell: (row) => row.breaks },
  { head: 'total_time_h', cell: (row) => row.total_time },
  { head: 'person', cell: (row, _, { nameOf }) => nameOf(row.employee_id, row.created_by_name) },
  { head: 'invoice_number', cell: (row) => row.invoice_number },
  { head: 'generated_at', cell: (row, zone) => day(row.invoice_generated_at, zone) },
  // Whether it was sent and paid is hidden from them too: empty columns would say "not yet".
  { head: 'sent_at', priced: true, cell: (row, zone) => day(row.invoice_sent_at, zone) },
  { head: 'paid_at', priced: true, cell: (row, zone) => day(row.invoice_paid_at, zone) },
  { head: 'notes', cell: (row) => row.notes },
];

async function readPage(who: WorksWho, filter: WorksFilter, after: Row | undefined, signal: AbortSignal) {
  const table = who.seesRates ? supabase.from('works').select(SELECT) : supabase.from('crew_works').select(SELECT);
  const older = after && [`work_date.lt.${after.work_date},and(work_date.eq.${after.work_date},id.lt.${after.id})`];
  let query = applyFilter(table.eq('user_id', who.ownerId), filter, who.ownerId, older);
  // Redundant, but lets the database start in its index at the right place.
  if (after) query = query.lte('work_date', after.work_date);
  return unwrap(
    await query
      .order('work_date', { ascending: false })
      .order('id', { ascending: false })
      .limit(PAGE)
      .abortSignal(signal)
      .overrideTypes<Row[], { merge: false }>(),
  );
}

export type WorksOrder = {
  who: WorksWho;
  filter: WorksFilter;
  zone: Zone;
  /** 'works-2026-11-20.csv'. */
  fileName: string;
  onProgress: (rows: number) => void;
  signal: AbortSignal;
};

/** The number of rows in the file, or null if the user cancelled and there is no file. */
export async function writeWorksFile({
  who,
  filter,
  zone,
  fileName,
  onProgress,
  signal,
}: WorksOrder): Promise<number | null> {
  const file = await openCsv(fileName);
  if (!file) return null;
  const columns = COLUMNS.filter(({ priced }) => who.seesRates || !priced);
  let written = 0;
  try {
    const names = presentNames(await readFarmPeople(who.ownerId, signal));
    await file.write(csvHead(columns.map(({ head }) => head)));
    let after: Row | undefined;
    do {
      signal.throwIfAborted();
      const last = after;
      const rows = await surely(() => readPage(who, filter, last, signal), signal);
      await file.write(csvRows(rows.map((row) => columns.map(({ cell }) => cell(row, zone, names)))));
      written += rows.length;
      onProgress(written);
      after = rows.length < PAGE ? undefined : rows.at(-1);
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
