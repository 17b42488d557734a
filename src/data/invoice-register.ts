// The register of invoices: what was issued, sent, paid or cancelled, newest first.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fromNumeric, type Decimal } from '@/domain/money';
import { supabase, unwrap } from '@/lib/supabase';
import type { Invoice } from './invoices';
import { loadFailed } from './load-failed';

/** A row of the register, without its lines. */
export type InvoiceEntry = Omit<Invoice, 'lines' | 'additionalItems' | 'supplier' | 'customer'> & {
  customerName: string;
  /** The number's own count, which orders the invoices of one day. */
  sequenceNo: number;
};

const ENTRY = `id, invoiceNumber:invoice_number, sequenceNo:sequence_no, kind, customerId:customer_id,
  customerName:customer_snapshot->>name, issueDate:issue_date, taxPoint:tax_point, dueDate:due_date, currency, subtotal, vatRate:vat_rate,
  vatAmount:vat_amount, total, generatedAt:generated_at, sentAt:sent_at, paidAt:paid_at, voidedAt:voided_at` as const;

export type InvoiceStateWord = 'generated' | 'sent' | 'overdue' | 'paid' | 'cancelled';
/** Dates are issue dates, inclusive; null means "any". */
export type InvoiceFilter = {
  state: InvoiceStateWord | null;
  customerId: string | null;
  from: string | null;
  to: string | null;
  today: string;
};

const entries = (ownerId: string, { state, customerId, from, to, today }: InvoiceFilter) => {
  let query = supabase.from('invoices').select(ENTRY).eq('user_id', ownerId);
  if (customerId !== null) query = query.eq('customer_id', customerId);
  if (from !== null) query = query.gte('issue_date', from);
  if (to !== null) query = query.lte('issue_date', to);
  if (state === 'cancelled') return query.not('voided_at', 'is', null);
  if (state === 'paid') return query.not('paid_at', 'is', null);
  if (state !== null) query = query.is('voided_at', null).is('paid_at', null);
  if (state === 'generated') return query.is('sent_at', null);
  if (state === 'sent') return query.not('sent_at', 'is', null).gte('due_date', today);
  if (state === 'overdue') return query.not('sent_at', 'is', null).lt('due_date', today);
  return query;
};

const PAGE = 50;
type Cursor = { issueDate: string; sequenceNo: number; id: string } | null;
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

/** The register, newest first, in pages by the last row's key. */
export const invoicesQuery = (ownerId: string, filter: InvoiceFilter) =>
  infiniteQueryOptions({
    queryKey: ['invoices', ownerId, 'register', filter],
    queryFn: async ({ pageParam, signal }): Promise<InvoiceEntry[]> => {
      let query = entries(ownerId, filter);
      if (pageParam) {
        const { issueDate, sequenceNo, id } = pageParam;
        const sameDay = `issue_date.eq.${issueDate}`;
        query = query
          .lte('issue_date', issueDate)
          .or(
            `issue_date.lt.${issueDate},and(${sameDay},sequence_no.lt.${sequenceNo}),` +
              `and(${sameDay},sequence_no.eq.${sequenceNo},id.lt.${id})`,
          );
      }
      const rows = unwrap(
        await query
          .order('issue_date', { ascending: false })
          .order('sequence_no', { ascending: false })
          .order('id', { ascending: false })
          .limit(PAGE)
          .abortSignal(signal)
          // The checks of the table hold kind and currency to their words, and a snapshot always has a name.
          .overrideTypes<EntryRow[], { merge: false }>(),
      );
      return rows.map(toEntry);
    },
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return last && page.length === PAGE
        ? { issueDate: last.issueDate, sequenceNo: last.sequenceNo, id: last.id }
        : undefined;
    },
    meta: { failed: loadFailed },
  });

/** Of one currency; `invoices` counts the cancelled ones too, the money leaves them out. */
export type RegisterTotals = {
  currency: Invoice['currency'];
  invoices: number;
  subtotal: Decimal;
  vatAmount: Decimal;
  total: Decimal;
};

/** The sums over every invoice of a filter, loaded or not, by currency. */
export const registerTotalsQuery = (ownerId: string, filter: InvoiceFilter) =>
  queryOptions({
    queryKey: ['invoices', ownerId, 'totals', filter],
    queryFn: async ({ signal }): Promise<RegisterTotals[]> => {
      const { state, customerId, from, to, today } = filter;
      const asked = {
        ...(state === null ? {} : { p_state: state }),
        ...(customerId === null ? {} : { p_customer: customerId }),
        ...(from === null ? {} : { p_from: from }),
        ...(to === null ? {} : { p_to: to }),
        p_today: today,
      };
      const rows = unwrap(await supabase.rpc('register_totals', asked).abortSignal(signal));
      return rows.map((row) => ({
        // The check of the table holds it to these two.
        currency: row.currency as Invoice['currency'],
        invoices: row.invoices,
        subtotal: fromNumeric(row.subtotal),
        vatAmount: fromNumeric(row.vat_amount),
        total: fromNumeric(row.total),
      }));
    },
    meta: { failed: loadFailed },
  });

/** Runs of numbers that no invoice has, latest first: the next number was raised past them. Bounds are inclusive. */
export const unusedNumbersQuery = (ownerId: string) =>
  queryOptions({
    queryKey: ['invoices', ownerId, 'unused-numbers'],
    queryFn: async ({ signal }) => {
      const rows = unwrap(await supabase.rpc('unused_numbers').abortSignal(signal));
      return rows.map((row) => ({ first: row.first_number, last: row.last_number }));
    },
    meta: { failed: loadFailed },
  });
