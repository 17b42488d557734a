// An invoice's arithmetic and dates. The screen, the PDF and the database function must give the same figures.
import { add, percentOf, ZERO, type Decimal } from '@/domain/core/money';
import { addDays, daysBetween } from '@/domain/core/time';

export type AdditionalItem = { id: string; amount: Decimal; description?: string | null };

export type InvoiceTotals = {
  subtotal: Decimal;
  /** Percent; null when the account is not registered for VAT. */
  vatRate: Decimal | null;
  vatAmount: Decimal;
  total: Decimal;
};

function firstOfEachId<T extends { id: string }>(items: readonly T[]): T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(item.id) && seen.add(item.id));
}

/**
 * The additional items of an invoice's works, each once. Every work holds the same list; if one id has different
 * amounts (broken data), the work with the lowest id wins.
 */
export function uniqueItems<T extends AdditionalItem>(
  works: readonly { id: string; additionalItems: readonly T[] }[],
): T[] {
  const ordered = [...works].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return firstOfEachId(ordered.flatMap((work) => work.additionalItems));
}

/** Ids of items that have different amounts on different works: broken data, to be logged. */
export function conflictingItems(works: readonly { additionalItems: readonly AdditionalItem[] }[]): string[] {
  const all = works.flatMap((work) => work.additionalItems);
  return firstOfEachId(all)
    .filter((first) => all.some((item) => item.id === first.id && item.amount !== first.amount))
    .map((item) => item.id);
}

/**
 * Subtotal = the lines' values + each additional item once (by id, the first wins). VAT once, on the subtotal, to the
 * nearest penny, ties away from zero (Notice 700, 17.5 lets the total be rounded to a whole penny; nearest is always
 * allowed). A null rate means not registered: no VAT.
 */
export function invoiceTotals({
  lines,
  additionalItems,
  vatRate,
}: {
  lines: readonly { totalValue: Decimal }[];
  additionalItems: readonly { id: string; amount: Decimal }[];
  vatRate: Decimal | null;
}): InvoiceTotals {
  const subtotal = add(
    ...lines.map((line) => line.totalValue),
    ...firstOfEachId(additionalItems).map((item) => item.amount),
  );
  const vatAmount = vatRate === null ? ZERO : percentOf(subtotal, vatRate);
  return { subtotal, vatRate, vatAmount, total: add(subtotal, vatAmount) };
}

/**
 * The time of supply: the issue date if within 14 days of the last work, else the day of the last work (HMRC manual
 * VATREC, basic tax point).
 */
export const taxPoint = (issueDate: string, lastWorkDate: string): string =>
  daysBetween(lastWorkDate, issueDate) <= 14 ? issueDate : lastWorkDate;

export const dueDate = (issueDate: string, termsDays: number): string => addDays(issueDate, termsDays);

/** True if a VAT invoice is issued more than 30 days after the work. */
export const isLateInvoice = (issueDate: string, lastWorkDate: string): boolean =>
  daysBetween(lastWorkDate, issueDate) > 30;

export type InvoiceState =
  | { kind: 'generated' }
  | { kind: 'sent' }
  /** `sent` may be false: an invoice that was handed over on paper may never be marked as sent. */
  | { kind: 'overdue'; days: number; sent: boolean }
  | { kind: 'paid' }
  | { kind: 'cancelled' }
  /** An invoice that was reversed by a credit note. */
  | { kind: 'credited' }
  /** A credit note set against an unpaid invoice: nothing is owed. */
  | { kind: 'credit' }
  /** A credit note for a paid invoice: the money is to be returned, or was returned. */
  | { kind: 'refund' }
  | { kind: 'refunded' };

type InvoiceDates = {
  kind: 'invoice' | 'credit_note';
  dueDate: string;
  sentAt: string | null;
  paidAt: string | null;
  voidedAt: string | null;
  /** When it was set against the other document (invoice or credit note). */
  creditedAt: string | null;
};

/** The state of an invoice or credit note. An invoice is overdue from the day after its due date, sent or not. */
export function invoiceState(invoice: InvoiceDates, today: string): InvoiceState {
  if (invoice.voidedAt !== null) return { kind: 'cancelled' };
  if (invoice.kind === 'credit_note') {
    if (invoice.creditedAt !== null) return { kind: 'credit' };
    return { kind: invoice.paidAt === null ? 'refund' : 'refunded' };
  }
  if (invoice.creditedAt !== null) return { kind: 'credited' };
  if (invoice.paidAt !== null) return { kind: 'paid' };
  const sent = invoice.sentAt !== null;
  const days = daysBetween(invoice.dueDate, today);
  if (days > 0) return { kind: 'overdue', days, sent };
  return { kind: sent ? 'sent' : 'generated' };
}

export type Grouping = 'none' | 'task' | 'day';
export type LineGroup<T> = { key: string; lines: T[]; net: Decimal };

/**
 * The lines under headings: the task's name, or the day ('YYYY-MM-DD'); one group with an empty key for 'none'. Lines
 * keep their own unit price and value, so grouping never changes a total. Days are sorted, tasks appear in order of
 * first use.
 */
export function groupLines<T extends { workDate: string; taskName: string; totalValue: Decimal }>(
  lines: readonly T[],
  grouping: Grouping,
): LineGroup<T>[] {
  const groups = new Map<string, T[]>();
  for (const line of lines) {
    const key = grouping === 'none' ? '' : grouping === 'task' ? line.taskName : line.workDate;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const lineGroups = [...groups].map(([key, own]) => ({
    key,
    lines: own,
    net: add(...own.map((line) => line.totalValue)),
  }));
  return grouping === 'day' ? lineGroups.sort((a, b) => (a.key < b.key ? -1 : 1)) : lineGroups;
}

/** The prefix of every credit note number. The database refuses it as the prefix of invoices. */
const CREDIT_NOTE_PREFIX = 'CN-';
export const isCreditNoteNumber = (number: string): boolean => number.startsWith(CREDIT_NOTE_PREFIX);

/** "INV-0042". A number longer than the padding is written in full. */
export const invoiceNumber = (prefix: string, n: number, padding: number): string =>
  `${prefix}${String(n).padStart(padding, '0')}`;
