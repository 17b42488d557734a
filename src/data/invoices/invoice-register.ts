// The register of invoices and credit notes: what was issued, sent, paid or corrected, newest first.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric } from '@/domain/core/money';
import type { InvoiceState } from '@/domain/invoices/invoice';
import type { MailTrouble } from '@/domain/invoices/invoice-mail';
import type { DocumentHead, PartBounds } from '@/domain/invoices/register';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';

/** A row of the register, without its lines. */
export type InvoiceEntry = DocumentHead & {
  /** The number's counter, which orders the documents of one day. */
  sequenceNo: number;
  /** The customer's own order number. */
  orderNumber: string | null;
  generatedAt: string;
  sentAt: string | null;
  paidAt: string | null;
  voidedAt: string | null;
  creditedAt: string | null;
  /** The number of the credit note that corrects an invoice. */
  correctedBy: string | null;
  /** The problem with its last mail, until it is resolved. */
  mailTrouble: MailTrouble | null;
};

const ENTRY_COLUMNS =
  `id, invoiceNumber:invoice_number, sequenceNo:sequence_no, kind, customerId:customer_id, customerName:customer,
  issueDate:issue_date, taxPoint:tax_point, dueDate:due_date, currency, subtotal, vatRate:vat_rate, vatAmount:vat_amount, total,
  orderNumber:order_number,
  generatedAt:generated_at, sentAt:sent_at, paidAt:paid_at, voidedAt:voided_at, creditedAt:credited_at, corrects,
  correctedBy:corrected_by, mailTrouble:mail_trouble` as const;

export type InvoiceStateWord = InvoiceState['kind'];

/** Dates are issue dates, inclusive; null means "any". */
export type InvoiceFilter = {
  state: InvoiceStateWord | null;
  customerId: string | null;
  from: string | null;
  to: string | null;
  /** The documents behind one of the figures above the register. */
  part: PartBounds | null;
  /** Normalised by foldText; each must occur in the number, the printed name or the order number. */
  words: readonly string[];
  today: string;
};

const selectEntries = (ownerId: string) =>
  supabase.from('invoice_register').select(ENTRY_COLUMNS).eq('user_id', ownerId);
type EntryQuery = ReturnType<typeof selectEntries>;

const openOnly = (query: EntryQuery) =>
  query.eq('kind', 'invoice').is('voided_at', null).is('paid_at', null).is('credited_at', null);

function filterByState(query: EntryQuery, state: InvoiceStateWord, today: string): EntryQuery {
  switch (state) {
    case 'generated':
      return openOnly(query).is('sent_at', null).gte('due_date', today);
    case 'sent':
      return openOnly(query).not('sent_at', 'is', null).gte('due_date', today);
    case 'overdue':
      return openOnly(query).lt('due_date', today);
    case 'paid':
      return query.eq('kind', 'invoice').not('paid_at', 'is', null).is('credited_at', null);
    case 'credited':
      return query.eq('kind', 'invoice').not('credited_at', 'is', null);
    case 'cancelled':
      return query.not('voided_at', 'is', null);
    case 'credit':
      return query.eq('kind', 'credit_note').not('credited_at', 'is', null);
    case 'refund':
      return query.eq('kind', 'credit_note').is('paid_at', null).is('credited_at', null);
    case 'refunded':
      return query.eq('kind', 'credit_note').not('paid_at', 'is', null);
  }
}

function filterByPart(query: EntryQuery, { open, dueFrom, dueTo, paidFrom, paidTo }: PartBounds): EntryQuery {
  let result = open ? openOnly(query) : query;
  if (dueFrom !== null) result = result.gte('due_date', dueFrom);
  if (dueTo !== null) result = result.lte('due_date', dueTo);
  if (paidFrom !== null) result = result.gte('paid_at', paidFrom);
  if (paidTo !== null) result = result.lt('paid_at', paidTo);
  return result;
}

/**
 * A word as a LIKE pattern in an array: special characters of patterns are escaped, and an asterisk, which a request
 * treats as a wildcard in any position, is replaced with '_' (any one character).
 */
const pattern = (word: string) => JSON.stringify(`%${word.replace(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_')}%`);

function filteredEntries(ownerId: string, filter: InvoiceFilter): EntryQuery {
  let query = selectEntries(ownerId);
  if (filter.customerId !== null) query = query.eq('customer_id', filter.customerId);
  if (filter.from !== null) query = query.gte('issue_date', filter.from);
  if (filter.to !== null) query = query.lte('issue_date', filter.to);
  if (filter.part !== null) query = filterByPart(query, filter.part);
  if (filter.state !== null) query = filterByState(query, filter.state, filter.today);
  if (filter.words.length > 0) query = query.likeAllOf('search', filter.words.map(pattern));
  return query;
}

/** The first page fills the window quickly; the next ones are for scrolling through years. */
type Page = { size: number; after: { issueDate: string; sequenceNo: number; id: string } | null };
const FIRST_PAGE: Page = { size: 50, after: null };
const NEXT_PAGE_SIZE = 250;
/** The API truncates responses at this number of rows. */
const MAX_ROWS = 1000;
type EntryRow = Omit<InvoiceEntry, 'subtotal' | 'vatRate' | 'vatAmount' | 'total'> & {
  subtotal: number;
  vatRate: number | null;
  vatAmount: number;
  total: number;
};

const toEntry = (row: EntryRow): InvoiceEntry => ({
  ...row,
  subtotal: fromNumeric(row.subtotal),
  vatRate: row.vatRate === null ? null : fromNumeric(row.vatRate),
  vatAmount: fromNumeric(row.vatAmount),
  total: fromNumeric(row.total),
});

async function readPage(query: EntryQuery, { size, after }: Page, signal: AbortSignal): Promise<InvoiceEntry[]> {
  let rest = query;
  if (after) {
    const { issueDate, sequenceNo, id } = after;
    const sameDay = `issue_date.eq.${issueDate}`;
    rest = rest
      .lte('issue_date', issueDate)
      .or(
        `issue_date.lt.${issueDate},and(${sameDay},sequence_no.lt.${sequenceNo}),` +
          `and(${sameDay},sequence_no.eq.${sequenceNo},id.lt.${id})`,
      );
  }
  const rows = unwrap(
    await rest
      .order('issue_date', { ascending: false })
      .order('sequence_no', { ascending: false })
      .order('id', { ascending: false })
      .limit(size)
      .abortSignal(signal)
      // The type generator makes a view's columns nullable; the table's are not, and its checks limit the values.
      .overrideTypes<EntryRow[], { merge: false }>(),
  );
  return rows.map(toEntry);
}

/** The page after this one; null if it was the last. */
function nextPage(rows: readonly InvoiceEntry[], { size }: Page, nextSize: number): Page | null {
  const last = rows.at(-1);
  if (!last || rows.length < size) return null;
  return { size: nextSize, after: { issueDate: last.issueDate, sequenceNo: last.sequenceNo, id: last.id } };
}

/** The register, newest first, paged by the last row's key. */
export const invoicesQuery = (ownerId: string, filter: InvoiceFilter) =>
  infiniteQueryOptions({
    queryKey: [keys.invoices, ownerId, 'register', filter],
    queryFn: ({ pageParam, signal }) => readPage(filteredEntries(ownerId, filter), pageParam, signal),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (rows, _all, page) => nextPage(rows, page, NEXT_PAGE_SIZE),
    meta: { failed: loadFailed },
  });

/** Every row of a filter, newest first, for an export. Rejects if a page fails: an export must be complete. */
export async function readWholeRegister(
  ownerId: string,
  filter: InvoiceFilter,
  { signal }: Pick<AbortController, 'signal'> = new AbortController(),
): Promise<InvoiceEntry[]> {
  const all: InvoiceEntry[] = [];
  let page: Page | null = { size: MAX_ROWS, after: null };
  while (page) {
    const rows = await readPage(filteredEntries(ownerId, filter), page, signal);
    all.push(...rows);
    page = nextPage(rows, page, MAX_ROWS);
  }
  return all;
}
