// Values of the placeholders in a mail's text.
import type { SheetInvoice } from '@/domain/invoice-sheet';
import { formatMoney } from '@/domain/money';
import { formatDateFull } from '@/domain/time';

/** Formatted as in the Edge Function that sends the mail. */
export const placesOf = (invoice: SheetInvoice, sender: string) => ({
  number: invoice.invoiceNumber ?? '',
  date: formatDateFull(invoice.issueDate),
  total: formatMoney(invoice.total, invoice.currency),
  due: formatDateFull(invoice.dueDate),
  customer: invoice.customer.name,
  business: sender,
});
