// Invoices: immutable documents. Only database functions issue, withdraw and mark them; this module reads them.
import { queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { fromNumeric, type Currency, type Decimal } from '@/domain/core/money';
import type { Database } from '@/lib/database.types';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import {
  customerOf,
  invoiceItemsOf,
  linesOf,
  supplierOf,
  type CustomerSnapshot,
  type InvoiceItem,
  type InvoiceLine,
  type SupplierSnapshot,
} from './invoice-json';

export type { InvoiceItem } from './invoice-json';

export type Invoice = {
  id: string;
  invoiceNumber: string;
  kind: 'invoice' | 'credit_note';
  customerId: string | null;
  customer: CustomerSnapshot;
  supplier: SupplierSnapshot;
  issueDate: string;
  taxPoint: string;
  dueDate: string;
  currency: Currency;
  lines: InvoiceLine[];
  additionalItems: InvoiceItem[];
  subtotal: Decimal;
  /** Percent; null when the supplier was not registered for VAT. */
  vatRate: Decimal | null;
  vatAmount: Decimal;
  total: Decimal;
  generatedAt: string;
  sentAt: string | null;
  /** For a credit note: when its money was refunded. */
  paidAt: string | null;
  voidedAt: string | null;
  createdByName: string;
  /** When it was offset against its other document. */
  creditedAt: string | null;
  /** The path of its PDF; null until that was generated and stored. */
  pdfPath: string | null;
  /** The customer's own order number. */
  orderNumber: string | null;
  /** Why a credit note was issued. */
  reason: string | null;
  /** For a credit note: the invoice that it corrects. Read with the document itself, null in a function's response. */
  credits: OtherDocument | null;
  /** For a credited invoice: its credit note. */
  creditedBy: OtherDocument | null;
};

type OtherDocument = Pick<Invoice, 'invoiceNumber' | 'issueDate'>;
/** Columns that only the database and the mail functions use are not read. */
type InvoiceRow = Omit<Database['public']['Tables']['invoices']['Row'], 'pdf_version' | 'pdf_sha256'>;

export const toInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  invoiceNumber: row.invoice_number,
  kind: row.kind as Invoice['kind'],
  customerId: row.customer_id,
  customer: customerOf(row.customer_snapshot),
  supplier: supplierOf(row.supplier_snapshot),
  issueDate: row.issue_date,
  taxPoint: row.tax_point,
  dueDate: row.due_date,
  currency: row.currency as Currency,
  lines: linesOf(row.lines),
  additionalItems: invoiceItemsOf(row.additional_items),
  subtotal: fromNumeric(row.subtotal),
  vatRate: row.vat_rate === null ? null : fromNumeric(row.vat_rate),
  vatAmount: fromNumeric(row.vat_amount),
  total: fromNumeric(row.total),
  generatedAt: row.generated_at,
  sentAt: row.sent_at,
  paidAt: row.paid_at,
  voidedAt: row.voided_at,
  creditedAt: row.credited_at,
  createdByName: row.created_by_name,
  reason: row.reason,
  orderNumber: row.order_number,
  pdfPath: row.pdf_path,
  credits: null,
  creditedBy: null,
});

const COLUMNS =
  `id, user_id, invoice_number, series, sequence_no, kind, credits_invoice_id, customer_id, customer_snapshot,
  supplier_snapshot, issue_date, tax_point, due_date, currency, lines, additional_items, subtotal, vat_rate, vat_amount,
  total, generated_at, sent_at, paid_at, voided_at, credited_at, reason, order_number, pdf_path, revision, created_by, created_by_name, updated_at` as const;

/** The invoice of a credit note, or the credit note of an invoice. */
async function otherDocument(ownerId: string, row: InvoiceRow, signal: AbortSignal) {
  const documents = supabase
    .from('invoices')
    .select('invoiceNumber:invoice_number, issueDate:issue_date')
    .eq('user_id', ownerId);
  const other = row.credits_invoice_id
    ? documents.eq('id', row.credits_invoice_id)
    : documents.eq('credits_invoice_id', row.id);
  const { data, error } = await other.abortSignal(signal).maybeSingle();
  if (error) throw error;
  return data;
}

/** One invoice or credit note by its number, with its other document; null when there is none. */
export const invoiceQuery = (ownerId: string, invoiceNumber: string) =>
  queryOptions({
    queryKey: [keys.invoices, ownerId, 'number', invoiceNumber],
    queryFn: async ({ signal }): Promise<Invoice | null> => {
      const { data, error } = await supabase
        .from('invoices')
        .select(COLUMNS)
        .eq('user_id', ownerId)
        .eq('invoice_number', invoiceNumber)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      if (!data) return null;
      const invoice = toInvoice(data);
      if (invoice.kind === 'credit_note') return { ...invoice, credits: await otherDocument(ownerId, data, signal) };
      if (invoice.creditedAt !== null) return { ...invoice, creditedBy: await otherDocument(ownerId, data, signal) };
      return invoice;
    },
    meta: { failed: loadFailed },
  });

/** Documents by their ids, in no meaningful order, without the other document of each; at most 100 at a time. */
export async function readInvoices(ownerId: string, ids: readonly string[], signal: AbortSignal): Promise<Invoice[]> {
  const rows = unwrap(
    await supabase.from('invoices').select(COLUMNS).eq('user_id', ownerId).in('id', ids).limit(100).abortSignal(signal),
  );
  return rows.map(toInvoice);
}

/** The ids of the invoices with these numbers: works refer to their invoice by number. */
export async function invoiceIds(ownerId: string, numbers: readonly string[]): Promise<string[]> {
  const rows = unwrap(
    await supabase.from('invoices').select('id').eq('user_id', ownerId).in('invoice_number', numbers).limit(1000),
  );
  return rows.map(({ id }) => id);
}
