// Reports: amounts earned, invoiced and paid in a period, by groups, beside the same days of the year before. Amounts are
// without VAT. The database calculates the sums; this module derives the rows and the parts of the chart.
import { add, negate, type Currency, type Decimal } from '@/domain/core/money';
import { mondayOf } from '@/domain/core/calendar';
import { addDays, addMonths } from '@/domain/core/time';

/** Reports are of work, by the day it was done, or of documents, by the day they were issued. */
export const BASES = ['work', 'invoices'] as const;
export type ReportBasis = (typeof BASES)[number];

export const GROUPINGS = ['month', 'customer', 'task', 'person', 'machine', 'field'] as const;
export type ReportGrouping = (typeof GROUPINGS)[number];

/** Documents are grouped only by month and customer: they have no machines or fields, and several tasks. */
export const GROUPINGS_OF: Record<ReportBasis, readonly ReportGrouping[]> = {
  work: GROUPINGS,
  invoices: ['month', 'customer'],
};

/** Dates 'YYYY-MM-DD', both inclusive. */
export type Span = { from: string; to: string };

export type ReportSums = {
  /** Entries of the works list, or documents. */
  count: number;
  /** Of work: the amount earned. Of documents: invoices less credit notes. */
  total: Decimal;
  /** Of work: the part of the total that is on an invoice. Of documents: invoices before credit notes. */
  invoiced: Decimal;
  /** Credit notes, as a positive amount. Zero for work: a credited invoice releases its works. */
  credited: Decimal;
  paid: Decimal;
  /** Open invoices and what of paid ones is to be refunded, both with VAT as in the register; zero for work. */
  outstanding: Decimal;
  toRefund: Decimal;
  /** What is outstanding, without VAT. */
  openNet: Decimal;
  /** Entries that have no value yet: their rate or quantity is missing. They are not in the sums. */
  unvalued: number;
  unvaluedBefore: number;
  /** The total of the same days of the year before. */
  before: Decimal;
};

/** The sums of a group. */
export type Group<Sums> = Sums & {
  /** An id, a task's name, or the first day of a week or month. */
  key: string;
  label: string;
};

export type ReportRow = Group<
  ReportSums & {
    /** Of documents; null for work, which has the account's currency. */
    currency: Currency | null;
  }
>;

/** The same days of the year before. If the period is not over, only the days up to today are compared. */
export const yearBefore = ({ from, to }: Span, today: string): Span => ({
  from: addMonths(from, -12),
  to: addMonths(from <= today && today < to ? today : to, -12),
});

const monthOf = (date: string): string => `${date.slice(0, 8)}01`;

/**
 * The weeks (from Monday) or months into which a period is split. With more than `most` of them, empty ones are left
 * out.
 */
const STEPS = {
  week: { startOf: mondayOf, next: (monday: string) => addDays(monday, 7), most: 60 },
  month: { startOf: monthOf, next: (month: string) => addMonths(month, 1), most: 36 },
};

/** The days of a week or a month that belong to a period. */
export function daysOf(step: keyof typeof STEPS, first: string, { from, to }: Span): Span {
  const last = addDays(STEPS[step].next(first), -1);
  return { from: first < from ? from : first, to: last > to ? to : last };
}

/**
 * The rows of every week or month, in order: those without a row get an empty one, except those that are still to come.
 * `empty`: the sums of such a row.
 */
export function withEmptySteps<Sums>(
  step: keyof typeof STEPS,
  rows: readonly Group<Sums>[],
  { from, to }: Span,
  today: string,
  empty: Sums,
): Group<Sums>[] {
  const { startOf, next, most } = STEPS[step];
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const lastShown = [startOf(today < to ? today : to), sorted.at(-1)?.key ?? ''].toSorted().at(-1) ?? '';
  const all: Group<Sums>[] = [];
  for (let first = startOf(from); first <= lastShown; first = next(first)) {
    if (all.length === most) return sorted;
    all.push(byKey.get(first) ?? { ...empty, key: first, label: first });
  }
  return all;
}

/** Of work: earned and not on an invoice. */
export const unbilledOf = ({ total, invoiced }: ReportSums): Decimal => add(total, negate(invoiced));

/**
 * The parts of a bar: of work what is paid, what is only invoiced and what is unbilled, of documents what is paid, what is
 * outstanding, and what a credit note of another month, customer or period takes back. None is negative, and they add up to
 * the total. If credit notes exceed invoices there is no bar. Payments beyond the total (still to be refunded) are not drawn.
 */
export function partsOf(basis: ReportBasis, { total, invoiced, paid, openNet }: ReportSums): [number, number, number] {
  const whole = Math.max(0, total);
  const billed = basis === 'work' ? Math.min(whole, Math.max(0, invoiced)) : whole;
  const settled = Math.min(billed, Math.max(0, paid));
  const open = basis === 'work' ? billed - settled : Math.min(billed - settled, Math.max(0, openNet));
  return [settled, open, whole - settled - open];
}
