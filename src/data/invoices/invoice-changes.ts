// Changes to invoices: issue, withdraw, credit, mark. Each is one database function, called with its own request id.
import { mutationOptions } from '@tanstack/react-query';
import { toNumeric, type Decimal } from '@/domain/core/money';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { toInvoice, type Invoice, type InvoiceItem } from './invoices';

const invalidates = [
  keys.invoices,
  keys.works,
  keys.home,
  keys.customers,
  keys.taskUsage,
  keys.invoiceSettings,
] as const;

export type InvoiceRequest = {
  /** Generated once per press of Generate, so that a repeated request issues no second invoice. */
  requestId: string;
  customerId: string;
  workIds: readonly string[];
  additionalItems: readonly InvoiceItem[];
  /** The total of the preview; the database refuses if the work has changed since. */
  expectedTotal: Decimal;
  /** The customer's own order number; null for none. */
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
          p_additional_items: request.additionalItems.map(({ id, description, amount }) => ({
            ...{ id, description, amount: toNumeric(amount) },
          })),
          p_expected_total: toNumeric(request.expectedTotal),
          p_order_number: request.orderNumber,
        }),
      ),
    ),
  meta: { saved: { title: 'Invoice generated!' }, failed: { title: 'Error' }, invalidates },
});

export const withdrawInvoice = mutationOptions({
  mutationKey: ['invoices', 'withdraw'],
  mutationFn: async ({ requestId, invoiceId }: { requestId: string; invoiceId: string }) =>
    unwrap(await supabase.rpc('withdraw_invoice', { p_request_id: requestId, p_invoice_id: invoiceId })),
  meta: { saved: { title: 'Invoice withdrawn.' }, failed: { title: 'Error' }, invalidates },
});

/** Reverses a sent or paid invoice with a credit note, which it returns. Its works can be invoiced again. */
export const creditInvoice = mutationOptions({
  mutationKey: ['invoices', 'credit'],
  mutationFn: async ({ requestId, invoiceId, reason }: { requestId: string; invoiceId: string; reason: string }) =>
    toInvoice(
      unwrap(
        await supabase.rpc('credit_invoice', { p_request_id: requestId, p_invoice_id: invoiceId, p_reason: reason }),
      ),
    ),
  meta: { saved: { title: 'Credit note issued!' }, failed: { title: 'Error' }, invalidates },
});

export type MarkRequest = {
  requestId: string;
  invoiceIds: readonly string[];
  status: 'sent' | 'paid' | 'clear';
  /** The day it was sent or paid; not used by 'clear'. */
  onDate: string | null;
};

/** Marks whole invoices; their works change in the same transaction. The promise also rejects if it fails. */
export const markInvoices = mutationOptions({
  mutationKey: ['invoices', 'mark'],
  mutationFn: async ({ requestId, invoiceIds: ids, status, onDate }: MarkRequest) =>
    unwrap(
      await supabase.rpc('mark_invoices', {
        p_request_id: requestId,
        p_invoice_ids: [...ids],
        p_status: status,
        ...(onDate === null ? {} : { p_on_date: onDate }),
      }),
    ),
  meta: { saved: { title: 'Status updated!' }, failed: { title: 'Error Updating Status' }, invalidates },
});
