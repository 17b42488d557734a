// The sums of the register by currency, calculated in the database over every row.
import { queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric, type Currency, type Decimal } from '@/domain/core/money';
import type { Age } from '@/domain/invoices/register';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import type { InvoiceFilter } from './invoice-register';

/** For one currency; `documents` includes cancelled ones, the amounts do not. Credit notes count as negative. */
export type RegisterTotals = {
  currency: Currency;
  documents: number;
  subtotal: Decimal;
  vatAmount: Decimal;
  total: Decimal;
};

/** The arguments of register_totals; those not needed are omitted. */
function totalsArguments({ state, customerId, from, to, part, words, today }: InvoiceFilter) {
  const { open = false, dueFrom = null, dueTo = null, paidFrom = null, paidTo = null } = part ?? {};
  return {
    ...(state === null ? {} : { p_state: state }),
    ...(customerId === null ? {} : { p_customer: customerId }),
    ...(from === null ? {} : { p_from: from }),
    ...(to === null ? {} : { p_to: to }),
    ...(open ? { p_open: true } : {}),
    ...(dueFrom === null ? {} : { p_due_from: dueFrom }),
    ...(dueTo === null ? {} : { p_due_to: dueTo }),
    ...(paidFrom === null ? {} : { p_paid_from: paidFrom }),
    ...(paidTo === null ? {} : { p_paid_to: paidTo }),
    ...(words.length === 0 ? {} : { p_words: [...words] }),
    p_today: today,
  };
}

/** The sums over every document of a filter, loaded or not. */
export const registerTotalsQuery = (ownerId: string, filter: InvoiceFilter) =>
  queryOptions({
    queryKey: [keys.invoices, ownerId, 'totals', filter],
    queryFn: async ({ signal }): Promise<RegisterTotals[]> => {
      const rows = unwrap(await supabase.rpc('register_totals', totalsArguments(filter)).abortSignal(signal));
      return rows.map((row) => ({
        // The table's check allows only these two values.
        currency: row.currency as Currency,
        documents: row.documents,
        subtotal: fromNumeric(row.subtotal),
        vatAmount: fromNumeric(row.vat_amount),
        total: fromNumeric(row.total),
      }));
    },
    meta: { failed: loadFailed },
  });

/** For one currency: amounts owed by age, paid this month (refunds are negative), and to be refunded. */
export type RegisterSummary = {
  currency: Currency;
  outstanding: Decimal;
  outstandingInvoices: number;
  overdue: Decimal;
  overdueInvoices: number;
  paidThisMonth: Decimal;
  paidDocuments: number;
  toRefund: Decimal;
  refunds: number;
  /** Together they equal what is outstanding. */
  ages: Record<Age, Decimal>;
};

type AgeColumns = Record<'not_due' | 'late_1_30' | 'late_31_60' | 'late_61_90' | 'late_over_90', number>;

/** What is outstanding by age, from the columns of the database's functions. */
export const agesOf = (row: AgeColumns): Record<Age, Decimal> => ({
  'not-due': fromNumeric(row.not_due),
  '1-30': fromNumeric(row.late_1_30),
  '31-60': fromNumeric(row.late_31_60),
  '61-90': fromNumeric(row.late_61_90),
  'over-90': fromNumeric(row.late_over_90),
});

/** One row for each currency; none for a currency in which nothing is open and nothing was paid this month. */
export const registerSummaryQuery = (ownerId: string, today: string) =>
  queryOptions({
    queryKey: [keys.invoices, ownerId, 'summary', today],
    queryFn: async ({ signal }): Promise<RegisterSummary[]> => {
      const rows = unwrap(await supabase.rpc('register_summary', { p_today: today }).abortSignal(signal));
      return rows.map((row) => ({
        // The table's check allows only these two values.
        currency: row.currency as Currency,
        outstanding: fromNumeric(row.outstanding),
        outstandingInvoices: row.outstanding_invoices,
        overdue: fromNumeric(row.overdue),
        overdueInvoices: row.overdue_invoices,
        paidThisMonth: fromNumeric(row.paid_this_month),
        paidDocuments: row.paid_documents,
        toRefund: fromNumeric(row.to_refund),
        refunds: row.refunds,
        ages: agesOf(row),
      }));
    },
    meta: { failed: loadFailed },
  });

/** Ranges of numbers that no invoice has, latest first: the next number was raised past them. Bounds are inclusive. */
export const unusedNumbersQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.invoices, ownerId, 'unused-numbers'],
    queryFn: async ({ signal }) => {
      const rows = unwrap(await supabase.rpc('unused_numbers').abortSignal(signal));
      return rows.map((row) => ({ first: row.first_number, last: row.last_number }));
    },
    meta: { failed: loadFailed },
  });
