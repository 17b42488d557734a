// Reports: what was earned, invoiced and paid in a period, by groups, beside the same days of the year before. Amounts are
// without VAT. The database makes the sums; this says what belongs in which row.
import { add, negate, type Currency, type Decimal } from '@/domain/core/money';
import { addDays, addMonths } from '@/domain/core/time';

/** Whether work counts on the day it was done, or documents on the day they were issued. */
export const BASES = ['work', 'invoices'] as const;
export type ReportBasis = (typeof BASES)[number];

export const GROUPINGS = ['month', 'customer', 'task', 'person', 'machine', 'field'] as const;
export type ReportGrouping = (typeof GROUPINGS)[number];

/** A document is for a customer: it says nothing of machines or fields, and its lines may have several tasks. */
export const GROUPINGS_OF: Record<ReportBasis, readonly ReportGrouping[]> = {
  work: GROUPINGS,
  invoices: ['month', 'customer'],
};

/** Dates 'YYYY-MM-DD', both inclusive. */
export type Span = { from: string; to: string };

export type ReportSums = {
  /** Entries of the works list, or documents. */
  count: number;
  /** What was earned; of documents, what was invoiced less credit notes. */
  total: Decimal;
  /** The part of what was earned that is on an invoice; of documents, what was invoiced before credit notes. */
  invoiced: Decimal;
  /** Credit notes, as a positive amount. Zero for work: a credited invoice releases its works. */
  credited: Decimal;
  paid: Decimal;
  /** Entries that have no value yet: their rate or quantity is missing. They are not in the sums. */
  unvalued: number;
  unvaluedBefore: number;
  /** The total of the same days of the year before. */
  before: Decimal;
};

export type ReportRow = ReportSums & {
  /** Of documents; null for work, which has the account's currency. */
  currency: Currency | null;
  /** An id, a task's name, or the first day of a month. */
  key: string;
  label: string;
};

/** The same days of the year before. Of a period that is not over, only the days up to today have something to compare. */
export const yearBefore = ({ from, to }: Span, today: string): Span => ({
  from: addMonths(from, -12),
  to: addMonths(from <= today && today < to ? today : to, -12),
});

const monthOf = (date: string): string => `${date.slice(0, 8)}01`;

/** The days of a month that belong to a period. */
export function daysOfMonth(month: string, { from, to }: Span): Span {
  const last = addDays(addMonths(month, 1), -1);
  return { from: month < from ? from : month, to: last > to ? to : last };
}

/** A list of more months shows only those in which something happened. */
const MAX_EMPTY_MONTHS = 36;

/**
 * The rows of every month, in order: months without a row get an empty one, except those that are still to come.
 * `empty`: the sums of such a month.
 */
export function withEmptyMonths(
  rows: readonly ReportRow[],
  { from, to }: Span,
  today: string,
  empty: Omit<ReportRow, 'key' | 'label'>,
): ReportRow[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const lastShown = [monthOf(today < to ? today : to), sorted.at(-1)?.key ?? ''].toSorted().at(-1) ?? '';
  const months: ReportRow[] = [];
  for (let month = monthOf(from); month <= lastShown; month = addMonths(month, 1)) {
    if (months.length === MAX_EMPTY_MONTHS) return sorted;
    months.push(byKey.get(month) ?? { ...empty, key: month, label: month });
  }
  return months;
}

/** What is earned and not on an invoice; of documents, what is not paid (negative: to refund). */
export const openOf = (basis: ReportBasis, { total, invoiced, paid }: ReportSums): Decimal =>
  add(total, negate(basis === 'work' ? invoiced : paid));

export type ChartPart = 'paid' | 'invoiced' | 'unbilled';

/**
 * The parts of a bar, none negative: they add up to the total. Where credit notes exceed invoices there is no bar, and what
 * was paid beyond the total (it is still to be refunded) is not drawn.
 */
export function partsOf(basis: ReportBasis, { total, invoiced, paid }: ReportSums): Record<ChartPart, number> {
  const whole = Math.max(0, total);
  const billed = basis === 'work' ? Math.min(whole, Math.max(0, invoiced)) : whole;
  const settled = Math.min(billed, Math.max(0, paid));
  return { paid: settled, invoiced: billed - settled, unbilled: whole - billed };
}
