// Values of the placeholders in a mail's text.
import { formatMoney } from '@/domain/core/money';
import { formatDateFull } from '@/domain/core/time';
import type { SheetInvoice } from '@/domain/invoices/invoice-sheet';

/** Formatted as in the Edge Function that sends the mail. */
export const placeholderValues = (invoice: SheetInvoice, sender: string) => ({
  number: invoice.invoiceNumber ?? '',
  date: formatDateFull(invoice.issueDate),
  total: formatMoney(invoice.total, invoice.currency),
  due: formatDateFull(invoice.dueDate),
  customer: invoice.customer.name,
  business: sender,
});
