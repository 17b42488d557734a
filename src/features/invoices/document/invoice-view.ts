// The data of the invoice view. Its field names are fixed by the product specification.
import type { Invoice, InvoiceItem } from '@/data/invoices/invoices';
import type { Decimal } from '@/domain/core/money';
import type { Work } from '@/records/works';

export type InvoiceView = {
  invoiceNumber: string;
  selectedCustomer: string;
  /** The works with this number. Empty for a cancelled or credited invoice, and for a credit note. */
  filteredWorks: readonly Work[];
  subtotal: Decimal;
  /** Percent; null if the sender was not registered for VAT. */
  vatRate: Decimal | null;
  vatAmount: Decimal;
  total: Decimal;
  /** The billed works. For a cancelled or credited invoice and a credit note, those that its frozen lines name. */
  workIds: readonly string[];
  additionalItems: readonly InvoiceItem[];
};

/** The figures are those of the frozen invoice; the database keeps the works consistent with them. */
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
