// What the invoice view shows, with the names that the rest of the product uses for it.
import type { Invoice, InvoiceItem } from '@/data/invoices';
import type { Work } from '@/data/works';
import type { Decimal } from '@/domain/money';

export type InvoiceView = {
  invoiceNumber: string;
  selectedCustomer: string;
  /** The works that carry the number; none once the invoice was cancelled or credited, and none of a credit note. */
  filteredWorks: readonly Work[];
  subtotal: Decimal;
  /** Percent; null when the sender was not registered for VAT. */
  vatRate: Decimal | null;
  vatAmount: Decimal;
  total: Decimal;
  workIds: readonly string[];
  additionalItems: readonly InvoiceItem[];
};

/** The figures are the frozen invoice's own; its works say the same (the database keeps them together). */
export function invoiceView(invoice: Invoice, works: readonly Work[]): InvoiceView {
  const { invoiceNumber, subtotal, vatRate, vatAmount, total, additionalItems } = invoice;
  return {
    invoiceNumber,
    selectedCustomer: invoice.customer.name,
    filteredWorks: works,
    subtotal,
    vatRate,
    vatAmount,
    total,
    workIds:
      invoice.voidedAt === null && invoice.creditedAt === null && invoice.kind === 'invoice'
        ? works.map(({ id }) => id)
        : invoice.lines.map(({ workId }) => workId),
    additionalItems,
  };
}
