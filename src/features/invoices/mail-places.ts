// What stands in a mail's own words for the figures of an invoice.
import type { SheetInvoice } from '@/domain/invoice-sheet';
import { formatMoney } from '@/domain/money';
import { formatDateFull } from '@/domain/time';

/** As the function that sends the mail writes them. */
export const placesOf = (invoice: SheetInvoice, sender: string) => ({
  number: invoice.invoiceNumber ?? '',
  date: formatDateFull(invoice.issueDate),
  total: formatMoney(invoice.total, invoice.currency),
  due: formatDateFull(invoice.dueDate),
  customer: invoice.customer.name,
  business: sender,
});
