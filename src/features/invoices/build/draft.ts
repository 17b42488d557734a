// A draft of the next invoice. It is not stored; when issuing, the database calculates the same figures.
import type { InvoiceSettings } from '@/data/invoices/invoice-settings';
import type { InvoiceItem } from '@/data/invoices/invoices';
import { formatMoney, ZERO, type Decimal } from '@/domain/core/money';
import { dueDate, invoiceTotals, isLateInvoice, taxPoint } from '@/domain/invoices/invoice';
import { checkInvoice } from '@/domain/invoices/invoice-checks';
import type { SheetInvoice, SheetLine } from '@/domain/invoices/invoice-sheet';
import { doerNames, workStatus } from '@/domain/works/work';
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
  person: doerNames(work).join(', '),
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

/**
 * `blockingProblems` must be fixed before the invoice can be generated, `warnings` need not be. `zeroQuestion` asks to
 * confirm an invoice of zero. Missing details are neither: they are typed on the invoice (`use-missing-details.ts`).
 */
export function problemsOf(
  draft: SheetInvoice,
  { works, items, today }: DraftParts,
): { blockingProblems: string[]; warnings: string[]; zeroQuestion: string | null } {
  const last = works.at(-1)?.workDate;
  const isZero = works.length > 0 && draft.total === 0;
  return {
    blockingProblems: checkInvoice({
      works: works.map((work) => ({ ...work, additionalItems: items })),
      totals: draft,
    }),
    warnings:
      draft.vatRate !== null && last !== undefined && isLateInvoice(today, last)
        ? ['This is more than 30 days after the work. A VAT invoice should be made within 30 days.']
        : [],
    zeroQuestion: isZero ? `This invoice comes to ${formatMoney(ZERO, draft.currency)}.` : null,
  };
}
