// The reasons why an invoice cannot be issued, as shown to the user, and what it lacks. The database refuses the same.
import { isWholePence } from '@/domain/core/money';
import { sameName } from '@/domain/core/search';
import { uniqueItems, type AdditionalItem, type InvoiceTotals } from './invoice';

export type InvoiceDraft = {
  works: readonly {
    id: string;
    customer: string;
    invoiceNumber: string | null;
    additionalItems: readonly AdditionalItem[];
  }[];
  totals: InvoiceTotals;
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

/** What the invoice settings lack before an invoice can be issued; without bank details it can, but does not say where to pay. */
export const missingDetails = (settings: Sender) => ({
  businessName: blank(settings.business_name),
  address: blank(settings.address_line1),
  vatNumber: settings.vat_registered && blank(settings.vat_number),
  // An IBAN, or a sort code with an account number.
  bankDetails: blank(settings.iban) && (blank(settings.sort_code) || blank(settings.account_number)),
});

/** The missing settings in words. */
export function missingFromSettings(settings: Sender): string[] {
  const missing = missingDetails(settings);
  return [
    ...(missing.businessName ? ['business name'] : []),
    ...(missing.address ? ['address'] : []),
    ...(missing.vatNumber ? ['VAT number'] : []),
    ...(missing.bankDetails ? ['bank details'] : []),
  ];
}

/** Whether a customer lacks the address that an invoice with VAT must show. */
export const lacksAddress = (customer: { addressLine1: string | null }): boolean => blank(customer.addressLine1);

/** The most entries on one invoice; the database refuses more. */
export const MAX_INVOICE_ENTRIES = 1000;

/** Why this draft can't be issued, apart from details that are missing; empty if it can. */
export function checkInvoice({ works, totals }: InvoiceDraft): string[] {
  const [first] = works;
  if (first === undefined) return ['Nothing to invoice.'];
  const items = uniqueItems(works);
  const existingNumber = works.find((work) => work.invoiceNumber !== null)?.invoiceNumber;
  const messageIf = (condition: boolean, sentence: string): string[] => (condition ? [sentence] : []);
  return [
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
      items.some((item) => blank(item.description)),
      'Describe each additional item.',
    ),
    ...messageIf(
      items.some((item) => !isWholePence(item.amount)),
      'An amount has at most two decimals.',
    ),
    ...messageIf(totals.subtotal < 0, "An invoice can't be negative. Use a credit note."),
  ];
}
