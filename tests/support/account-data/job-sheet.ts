// A contractor's real month as fixtures: thirty jobs and the four invoices made from them.
import { readFileSync } from 'node:fs';
import { parseCsv } from '@/domain/core/parse-csv';

export type Job = Record<
  | 'work_date'
  | 'customer'
  | 'task_name'
  | 'task_description'
  | 'chargeable_unit'
  | 'rate'
  | 'quantity'
  | 'start_time'
  | 'finish_time'
  | 'breaks_min'
  | 'paid_minutes'
  | 'total_value'
  | 'notes',
  string
>;
export type ExpectedInvoice = Record<
  'customer' | 'entries' | 'work_total' | 'additional_items' | 'subtotal' | 'vat_20' | 'total',
  string
>;

function read<Row extends Record<string, string>>(name: string): Row[] {
  const [header = [], ...rows] = parseCsv(readFileSync(`tests/fixtures/${name}`, 'utf8'));
  // The header of the file names the columns of the type.
  return rows.map((row) => Object.fromEntries(header.map((column, at) => [column, row[at] ?? ''])) as Row);
}

export const jobs = () => read<Job>('job-sheet-2026-10.csv');
export const expectedInvoices = () => read<ExpectedInvoice>('job-sheet-2026-10-invoices.csv');

/** Parses "Net wrap, 2 rolls 131.98; Goodwill discount -50.00" into items. */
export const itemsOf = (text: string): { description: string; amount: string }[] =>
  text.split('; ').flatMap((part) => {
    const [, description, amount] = /^(.+) (-?[\d.]+)$/.exec(part) ?? [];
    return description !== undefined && amount !== undefined ? [{ description, amount }] : [];
  });
