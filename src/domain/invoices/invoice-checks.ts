// The reasons why an invoice cannot be issued, as shown to the user. The database refuses the same.
import { isWholePence } from '@/domain/core/money';
import { sameName } from '@/domain/works/work';
import { uniqueItems, type AdditionalItem, type InvoiceTotals } from './invoice';

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

const MAX_ORDER_NUMBER_LENGTH = 40;

/** The problem with a draft's order number, or null. */
export function orderNumberProblem(text: string, customer: { name: string; poRequired: boolean }): string | null {
  if (customer.poRequired && blank(text)) return `${customer.name} needs an order number on each invoice. Enter it.`;
  // Counts code points, as the database does.
  return Array.from(text.trim()).length > MAX_ORDER_NUMBER_LENGTH
    ? `The order number is too long (${MAX_ORDER_NUMBER_LENGTH} characters at most).`
    : null;
}

type Sender = Record<
  'business_name' | 'address_line1' | 'vat_number' | 'sort_code' | 'account_number' | 'iban',
  string | null
> & { vat_registered: boolean };

/** Whether the settings say where to pay: an IBAN, or a sort code with an account number. */
export const hasBankDetails = (settings: Pick<Sender, 'sort_code' | 'account_number' | 'iban'>): boolean =>
  !blank(settings.iban) || (!blank(settings.sort_code) && !blank(settings.account_number));

/** What the invoice settings still lack before an invoice can be issued and paid, in words. */
export const missingFromSettings = (settings: Sender): string[] => [
  ...(blank(settings.business_name) ? ['business name'] : []),
  ...(blank(settings.address_line1) ? ['address'] : []),
  ...(settings.vat_registered && blank(settings.vat_number) ? ['VAT number'] : []),
  ...(hasBankDetails(settings) ? [] : ['bank details']),
];

/** The most entries on one invoice; the database refuses more. */
export const MAX_INVOICE_ENTRIES = 1000;

/** `blocks` must be fixed first; `warnings` can be confirmed. Both empty: the invoice can be generated. */
export function checkInvoice(draft: InvoiceDraft): { blocks: string[]; warnings: string[] } {
  const { works, totals, vatRegistered, supplier, customer } = draft;
  const [first] = works;
  if (first === undefined) return { blocks: ['Nothing to invoice.'], warnings: [] };
  const items = uniqueItems(works);
  const existingNumber = works.find((work) => work.invoiceNumber !== null)?.invoiceNumber;
  const noAddress = `${customer.name} has no address. A VAT invoice needs one.`;
  const messageIf = (condition: boolean, sentence: string): string[] => (condition ? [sentence] : []);
  return {
    blocks: [
      ...messageIf(
        works.length > MAX_INVOICE_ENTRIES,
        `A thousand entries are the most on one invoice. Untick ${works.length - MAX_INVOICE_ENTRIES} and put them on the next.`,
      ),
      ...messageIf(
        !works.every((work) => sameName(work.customer, first.customer)),
        'Choose works for one customer only.',
      ),
      ...messageIf(existingNumber != null, `Some of this work is already on invoice ${existingNumber ?? ''}.`),
      ...messageIf(
        blank(supplier.businessName) || !supplier.hasAddress,
        'Add your business name and address in Invoice Settings first.',
      ),
      ...messageIf(vatRegistered && blank(supplier.vatNumber), 'Add your VAT number, or switch off VAT registered.'),
      ...messageIf(vatRegistered && !customer.hasAddress, noAddress),
      ...messageIf(
        items.some((item) => blank(item.description)),
        'Describe each additional item.',
      ),
      ...messageIf(
        items.some((item) => !isWholePence(item.amount)),
        'An amount has at most two decimals.',
      ),
      ...messageIf(totals.subtotal < 0, "An invoice can't be negative. Use a credit note."),
    ],
    warnings: [
      ...messageIf(!vatRegistered && !customer.hasAddress, `${customer.name} has no address.`),
      ...messageIf(totals.total === 0, 'This invoice comes to £0.00.'),
    ],
  };
}
