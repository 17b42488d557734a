// Changes to invoices: issue, withdraw, credit, mark. Each is one database function, asked with a request id of its own.
import { mutationOptions } from '@tanstack/react-query';
import { toNumeric, type Decimal } from '@/domain/money';
import { supabase, unwrap } from '@/lib/supabase';
import { toInvoice, type Invoice, type InvoiceItem } from './invoices';

const changed = ['invoices', 'works', 'home', 'customers', 'invoice-settings'] as const;

export type InvoiceRequest = {
  /** Made once per press of Generate, so that a repeated request makes no second invoice. */
  requestId: string;
  customerId: string;
  workIds: readonly string[];
  additionalItems: readonly InvoiceItem[];
  /** The total of the preview; the database refuses when the work has changed since. */
  expectedTotal: Decimal;
  /** The customer's own number of the order; null for none. */
  orderNumber: string | null;
};

export const issueInvoice = mutationOptions({
  mutationKey: ['invoices', 'issue'],
  mutationFn: async (request: InvoiceRequest): Promise<Invoice> =>
    toInvoice(
      unwrap(
        await supabase.rpc('issue_invoice', {
          p_request_id: request.requestId,
          p_customer_id: request.customerId,
          p_work_ids: [...request.workIds],
          p_additional_items: request.additionalItems.map((item) => ({ ...item, amount: toNumeric(item.amount) })),
          p_expected_total: toNumeric(request.expectedTotal),
          p_order_number: request.orderNumber,
        }),
      ),
    ),
  meta: { saved: { title: 'Invoice generated!' }, failed: { title: 'Error' }, invalidates: changed },
});

export const withdrawInvoice = mutationOptions({
  mutationKey: ['invoices', 'withdraw'],
  mutationFn: async ({ requestId, invoiceId }: { requestId: string; invoiceId: string }) =>
    unwrap(await supabase.rpc('withdraw_invoice', { p_request_id: requestId, p_invoice_id: invoiceId })),
  meta: { saved: { title: 'Invoice withdrawn.' }, failed: { title: 'Error' }, invalidates: changed },
});

/** Takes a sent or paid invoice back with a credit note, which it answers. Its works are free again. */
export const creditInvoice = mutationOptions({
  mutationKey: ['invoices', 'credit'],
  mutationFn: async ({ requestId, invoiceId, reason }: { requestId: string; invoiceId: string; reason: string }) =>
    toInvoice(
      unwrap(
        await supabase.rpc('credit_invoice', { p_request_id: requestId, p_invoice_id: invoiceId, p_reason: reason }),
      ),
    ),
  meta: { saved: { title: 'Credit note issued!' }, failed: { title: 'Error' }, invalidates: changed },
});

export type Marking = {
  requestId: string;
  invoiceIds: readonly string[];
  status: 'sent' | 'paid' | 'clear';
  /** The day it was sent or paid; not asked for by 'clear'. */
  onDate: string | null;
};

/** Marks whole invoices; their works follow in the same transaction. The promise rejects too when it fails. */
export const markInvoices = mutationOptions({
  mutationKey: ['invoices', 'mark'],
  mutationFn: async ({ requestId, invoiceIds: ids, status, onDate }: Marking) =>
    unwrap(
      await supabase.rpc('mark_invoices', {
        p_request_id: requestId,
        p_invoice_ids: [...ids],
        p_status: status,
        ...(onDate === null ? {} : { p_on_date: onDate }),
      }),
    ),
  meta: { saved: { title: 'Status updated!' }, failed: { title: 'Error Updating Status' }, invalidates: changed },
});
