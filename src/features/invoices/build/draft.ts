// A draft of the next invoice. It is not stored; when issuing, the database calculates the same figures.
import type { InvoiceSettings } from '@/data/invoices/invoice-settings';
import type { InvoiceItem } from '@/data/invoices/invoices';
import { formatMoney, ZERO, type Decimal } from '@/domain/core/money';
import { dueDate, invoiceTotals, isLateInvoice, taxPoint } from '@/domain/invoices/invoice';
import { checkInvoice, hasBankDetails } from '@/domain/invoices/invoice-checks';
import type { SheetInvoice, SheetLine } from '@/domain/invoices/invoice-sheet';
import { workStatus } from '@/domain/works/work';
import type { FullCustomer } from '@/records/customers';
import type { Work } from '@/records/works';

/** A work that can be invoiced. */
export type ReadyWork = Work & { quantity: Decimal; totalValue: Decimal };

export const isReady = (work: Work, today: string): work is ReadyWork =>
  workStatus(work, today).kind === 'ready' && work.quantity !== null && work.totalValue !== null;

/** Without null fields: the database freezes supplier and customer in the same way. */
const withoutNulls = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as {
    [Key in keyof T]?: Exclude<T[Key], null>;
  };

const toLine = (work: ReadyWork): SheetLine => ({
  workDate: work.workDate,
  taskName: work.taskName,
  description: work.taskDescription,
  quantity: work.quantity,
  unit: work.chargeableUnit,
  unitPrice: work.rate,
  net: work.totalValue,
  // `totalTime` is a Decimal of hours, which counts ten-thousandths.
  minutes: work.totalTime === null ? null : Math.round((work.totalTime * 60) / 10_000),
  start: work.startTime,
  finish: work.finishTime,
  breaks: work.breaks,
  person: work.createdByName,
  notes: work.notes,
});

const customerOf = (customer: FullCustomer): SheetInvoice['customer'] => ({
  ...withoutNulls({
    contact_name: customer.contactName,
    address_line1: customer.addressLine1,
    address_line2: customer.addressLine2,
    address_line3: customer.addressLine3,
    town: customer.town,
    county: customer.county,
    postcode: customer.postcode,
    country: customer.country,
    vat_number: customer.vatNumber,
    account_ref: customer.accountRef,
  }),
  name: customer.name,
});

const supplierOf = (settings: InvoiceSettings): SheetInvoice['supplier'] => {
  const { show_times, show_person, show_notes, group_lines_by } = settings;
  return { ...withoutNulls(settings), show_times, show_person, show_notes, group_lines_by };
};

export type DraftParts = {
  works: readonly ReadyWork[];
  items: readonly InvoiceItem[];
  customer: FullCustomer;
  settings: InvoiceSettings;
  today: string;
  /** As typed; empty if there is none. */
  orderNumber: string;
};

/** The sheet of an invoice issued today for these works. */
export function draftInvoice({ works, items, customer, settings, today, orderNumber }: DraftParts): SheetInvoice {
  const totals = invoiceTotals({
    lines: works,
    additionalItems: items,
    vatRate: settings.vat_registered ? settings.vat_rate : null,
  });
  return {
    ...totals,
    invoiceNumber: null,
    kind: 'invoice',
    customer: customerOf(customer),
    supplier: supplierOf(settings),
    issueDate: today,
    taxPoint: taxPoint(today, works.at(-1)?.workDate ?? today),
    dueDate: dueDate(today, customer.paymentTermsDays ?? settings.payment_terms_days),
    currency: settings.currency,
    lines: works.map(toLine),
    additionalItems: items,
    voidedAt: null,
    orderNumber: orderNumber.trim() || null,
  };
}

export type Problem = { text: string; fix?: { to: string; label: string } };

const NO_BANK_DETAILS = 'This invoice does not say where to pay: your bank details are missing.';

const SETTINGS = { to: '/invoice-settings', label: 'Invoice Settings' };

/**
 * `blockingProblems` must be fixed before the invoice can be generated, `warnings` need not be. `fix` links to the
 * place where a problem can be fixed; `zeroQuestion` asks to confirm an invoice of zero.
 */
export function problemsOf(
  draft: SheetInvoice,
  { works, items, customer, settings, today }: DraftParts,
): { blockingProblems: Problem[]; warnings: Problem[]; zeroQuestion: string | null } {
  const { business_name: businessName, address_line1: address, vat_number: vatNumber } = settings;
  const vatRegistered = draft.vatRate !== null;
  const { blocks, warnings } = checkInvoice({
    works: works.map((work) => ({ ...work, additionalItems: items })),
    totals: draft,
    vatRegistered,
    supplier: { businessName, hasAddress: (address ?? '').trim() !== '', vatNumber },
    customer: { name: customer.name, hasAddress: (customer.addressLine1 ?? '').trim() !== '' },
  });
  const fixOf = (text: string): Problem['fix'] => {
    if (text.startsWith(`${customer.name} `)) return { to: `/customers?edit=${customer.id}`, label: 'Add the address' };
    return /business name|VAT number/.test(text) ? SETTINGS : undefined;
  };
  const last = works.at(-1)?.workDate;
  const isZero = works.length > 0 && draft.total === 0;
  return {
    blockingProblems: blocks.map((text) => {
      const fix = fixOf(text);
      return fix ? { text, fix } : { text };
    }),
    warnings: [
      // The zero total has its own confirmation dialog.
      ...warnings.filter((text) => !text.startsWith('This invoice comes to')).map((text) => ({ text })),
      ...(hasBankDetails(settings) ? [] : [{ text: NO_BANK_DETAILS, fix: SETTINGS }]),
      ...(vatRegistered && last !== undefined && isLateInvoice(today, last)
        ? [{ text: 'This is more than 30 days after the work. A VAT invoice should be made within 30 days.' }]
        : []),
    ],
    zeroQuestion: isZero ? `This invoice comes to ${formatMoney(ZERO, draft.currency)}.` : null,
  };
}
