// Invoices: frozen documents. They are made, withdrawn and marked by database functions only; here they are read and asked for.
import { queryOptions } from '@tanstack/react-query';
import { fromNumeric, type Currency, type Decimal } from '@/domain/money';
import type { Database } from '@/lib/database.types';
import { supabase, unwrap } from '@/lib/supabase';
import { loadFailed } from './load-failed';

export type InvoiceLine = {
  workId: string;
  workDate: string;
  taskName: string;
  description: string | null;
  quantity: Decimal;
  unit: string;
  unitPrice: Decimal | null;
  net: Decimal;
  minutes: number | null;
  start: string | null;
  finish: string | null;
  breaks: number;
  person: string;
  notes: string | null;
};

export type InvoiceItem = { id: string; description: string; amount: Decimal };

/** The supplier as frozen on the invoice: the invoice settings of that day, without what was empty. */
export type SupplierSnapshot = Partial<
  Record<
    | 'business_name'
    | 'trading_name'
    | 'legal_form'
    | 'company_number'
    | 'address_line1'
    | 'address_line2'
    | 'address_line3'
    | 'town'
    | 'postcode'
    | 'country'
    | 'phone'
    | 'email'
    | 'vat_number'
    | 'bank_name'
    | 'account_name'
    | 'sort_code'
    | 'account_number'
    | 'iban'
    | 'bic'
    | 'footer_text'
    | 'logo_path',
    string
  >
> & {
  vat_registered: boolean;
  show_times: boolean;
  show_person: boolean;
  show_notes: boolean;
  show_field: boolean;
  group_lines_by: 'none' | 'task' | 'day';
};

export type CustomerSnapshot = Partial<
  Record<
    | 'contact_name'
    | 'address_line1'
    | 'address_line2'
    | 'address_line3'
    | 'town'
    | 'county'
    | 'postcode'
    | 'country'
    | 'vat_number'
    | 'email'
    | 'billing_email'
    | 'account_ref',
    string
  >
> & { name: string };

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
  /** Of a credit note: when its money went back. */
  paidAt: string | null;
  voidedAt: string | null;
  createdByName: string;
  /** When it was set against its other document. */
  creditedAt: string | null;
  /** Where its file is kept; null until it was drawn and kept. */
  pdfPath: string | null;
  /** Why a credit note was made. */
  reason: string | null;
  /** Of a credit note: the invoice that it corrects. Read with the document itself, null in a function's answer. */
  credits: OtherDocument | null;
  /** Of a credited invoice: its credit note. */
  creditedBy: OtherDocument | null;
};

type OtherDocument = Pick<Invoice, 'invoiceNumber' | 'issueDate'>;
type InvoiceRow = Database['public']['Tables']['invoices']['Row'];
type StoredLine = {
  work_id: string;
  date: string;
  task: string;
  description: string | null;
  quantity: number;
  unit: string;
  unit_price: number | null;
  net: number;
  minutes: number | null;
  start: string | null;
  finish: string | null;
  breaks: number;
  person: string;
  notes: string | null;
};

const toLine = (line: StoredLine): InvoiceLine => ({
  workId: line.work_id,
  workDate: line.date,
  taskName: line.task,
  description: line.description,
  quantity: fromNumeric(line.quantity),
  unit: line.unit,
  unitPrice: line.unit_price === null ? null : fromNumeric(line.unit_price),
  net: fromNumeric(line.net),
  minutes: line.minutes,
  start: line.start,
  finish: line.finish,
  breaks: line.breaks,
  person: line.person,
  notes: line.notes,
});

/** The jsonb columns have the shapes that private.make_invoice writes; no client can write them. */
export const toInvoice = (row: InvoiceRow): Invoice => ({
  id: row.id,
  invoiceNumber: row.invoice_number,
  kind: row.kind as Invoice['kind'],
  customerId: row.customer_id,
  customer: row.customer_snapshot as CustomerSnapshot,
  supplier: row.supplier_snapshot as SupplierSnapshot,
  issueDate: row.issue_date,
  taxPoint: row.tax_point,
  dueDate: row.due_date,
  currency: row.currency as Currency,
  lines: (row.lines as StoredLine[]).map(toLine),
  additionalItems: (row.additional_items as { id: string; description: string; amount: number }[]).map((item) => ({
    ...item,
    amount: fromNumeric(item.amount),
  })),
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
  pdfPath: row.pdf_path,
  credits: null,
  creditedBy: null,
});

const COLUMNS =
  `id, user_id, invoice_number, series, sequence_no, kind, credits_invoice_id, customer_id, customer_snapshot,
  supplier_snapshot, issue_date, tax_point, due_date, currency, lines, additional_items, subtotal, vat_rate, vat_amount,
  total, generated_at, sent_at, paid_at, voided_at, credited_at, reason, pdf_path, revision, created_by, created_by_name, updated_at` as const;

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
    queryKey: ['invoices', ownerId, 'number', invoiceNumber],
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

/** The ids of the invoices with these numbers: works know their invoice by number. */
export async function invoiceIds(ownerId: string, numbers: readonly string[]): Promise<string[]> {
  const rows = unwrap(
    await supabase.from('invoices').select('id').eq('user_id', ownerId).in('invoice_number', numbers).limit(1000),
  );
  return rows.map(({ id }) => id);
}
