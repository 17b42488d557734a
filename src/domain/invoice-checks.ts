// What stands in the way of an invoice, in the words that the person reads. The database refuses the same.
import { uniqueItems, type AdditionalItem, type InvoiceTotals } from './invoice';
import { isWholePence } from './money';
import { sameName } from './work';

export type InvoiceDraft = {
  works: readonly {
    id: string;
    customer: string;
    invoiceNumber: string | null;
    additionalItems: readonly AdditionalItem[];
  }[];
  totals: InvoiceTotals;
  vatRegistered: boolean;
  supplier: { businessName: string | null; hasAddress: boolean; vatNumber: string | null };
  customer: { name: string; hasAddress: boolean };
};

const blank = (text: string | null | undefined): boolean => text == null || text.trim() === '';

/** `blocks` must be put right first; `warnings` may be confirmed. Both empty: it can be generated. */
export function checkInvoice(draft: InvoiceDraft): { blocks: string[]; warnings: string[] } {
  const { works, totals, vatRegistered, supplier, customer } = draft;
  const [first] = works;
  if (first === undefined) return { blocks: ['Nothing to invoice.'], warnings: [] };
  const items = uniqueItems(works);
  const taken = works.find((work) => work.invoiceNumber !== null)?.invoiceNumber;
  const noAddress = `${customer.name} has no address. A VAT invoice needs one.`;
  const when = (wrong: boolean, sentence: string): string[] => (wrong ? [sentence] : []);
  return {
    blocks: [
      ...when(!works.every((work) => sameName(work.customer, first.customer)), 'Choose works for one customer only.'),
      ...when(taken != null, `Some of this work is already on invoice ${taken ?? ''}.`),
      ...when(
        blank(supplier.businessName) || !supplier.hasAddress,
        'Add your business name and address in Invoice Settings first.',
      ),
      ...when(vatRegistered && blank(supplier.vatNumber), 'Add your VAT number, or switch off VAT registered.'),
      ...when(vatRegistered && !customer.hasAddress, noAddress),
      ...when(
        items.some((item) => blank(item.description)),
        'Describe each additional item.',
      ),
      ...when(
        items.some((item) => !isWholePence(item.amount)),
        'An amount has at most two decimals.',
      ),
      ...when(totals.subtotal < 0, "An invoice can't be negative. Use a credit note."),
    ],
    warnings: [
      ...when(!vatRegistered && !customer.hasAddress, `${customer.name} has no address.`),
      ...when(totals.total === 0, 'This invoice comes to £0.00.'),
    ],
  };
}
