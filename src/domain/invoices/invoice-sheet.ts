// The texts of an invoice. The screen and the PDF both show this sheet, so they cannot differ.
import { formatSortCode } from '@/domain/core/identifiers';
import {
  add,
  decimal,
  formatMoney,
  formatQuantity,
  formatRate,
  type Currency,
  type Decimal,
} from '@/domain/core/money';
import { formatDateNumeric } from '@/domain/core/time';
import { formatQuantityWithUnit, formatRateWithUnit } from '@/domain/core/units';
import { groupLines, type Grouping } from './invoice';

type Texts<Key extends string> = { [K in Key]?: string | undefined };
type Address = 'address_line1' | 'address_line2' | 'address_line3' | 'town' | 'postcode' | 'country' | 'vat_number';

/** The sender, keyed by the columns of the settings; an empty text is left out. */
type SheetSupplier = Texts<
  | Address
  | 'business_name'
  | 'trading_name'
  | 'company_number'
  | 'phone'
  | 'email'
  | 'bank_name'
  | 'account_name'
  | 'sort_code'
  | 'account_number'
  | 'iban'
  | 'bic'
  | 'footer_text'
  | 'logo_path'
> & { show_times: boolean; show_person: boolean; show_notes: boolean; group_lines_by: Grouping };

type SheetCustomer = Texts<Address | 'contact_name' | 'county' | 'account_ref'> & { name: string };

export type SheetLine = {
  workDate: string;
  taskName: string;
  description: string | null;
  quantity: Decimal;
  unit: string;
  unitPrice: Decimal | null;
  net: Decimal;
  /** Minutes worked, if start and finish are known. */
  minutes: number | null;
  start: string | null;
  finish: string | null;
  /** Unpaid minutes. */
  breaks: number;
  person: string;
  notes: string | null;
};

/** An issued invoice, whose content no longer changes, or a draft, which has no number yet. */
export type SheetInvoice = {
  invoiceNumber: string | null;
  kind: 'invoice' | 'credit_note';
  customer: SheetCustomer;
  supplier: SheetSupplier;
  issueDate: string;
  taxPoint: string;
  dueDate: string;
  currency: Currency;
  lines: readonly SheetLine[];
  additionalItems: readonly { id: string; description: string; amount: Decimal }[];
  subtotal: Decimal;
  /** Percent; null when the sender is not registered for VAT. */
  vatRate: Decimal | null;
  vatAmount: Decimal;
  total: Decimal;
  voidedAt: string | null;
  /** The customer's order number. */
  orderNumber?: string | null;
  /** For a credit note: the invoice it corrects, the reason, and when it was set against it (null: a refund). */
  credits?: { invoiceNumber: string; issueDate: string } | null;
  reason?: string | null;
  creditedAt?: string | null;
};

export type SheetRow = {
  date: string;
  work: string;
  /** Smaller lines below the work: description, times and person, notes. */
  details: string[];
  quantity: string;
  unitPrice: string;
  net: string;
};

export type Sheet = {
  title: string;
  /** "INV-0042", or null for a draft. */
  number: string | null;
  cancelled: boolean;
  /** For a credit note: what it corrects, and why; otherwise empty. */
  corrects: string[];
  /** `logo`: the storage path of the logo, or null. */
  supplier: { name: string; lines: string[]; logo: string | null };
  customer: { name: string; lines: string[] };
  /** Dates, and the customer's order number. */
  dates: { label: string; value: string }[];
  columns: { date: string; work: string; quantity: string; unitPrice: string; net: string };
  /** Without grouping there is a single group. Additional items are rows of the last group, without a date. */
  groups: { heading: string | null; net: string; rows: SheetRow[] }[];
  sums: { label: string; value: string }[];
  total: { label: string; value: string };
  /** One sentence about the VAT of the lines, or null. */
  vatNote: string | null;
  payment: { heading: string; lines: string[] };
  footer: string | null;
};

/** Shown in place of the number until there is one. */
export const DRAFT = 'Draft, no number yet';

const nonEmpty = (texts: readonly (string | null | undefined | false)[]): string[] =>
  texts.flatMap((text) => (text && text.trim() !== '' ? [text.trim()] : []));

/** One line each for street, town with postcode, and country. */
const addressOf = (party: Texts<Address | 'county'>): string[] =>
  nonEmpty([
    nonEmpty([party.address_line1, party.address_line2, party.address_line3]).join(', '),
    nonEmpty([nonEmpty([party.town, party.county]).join(', '), party.postcode]).join(' '),
    party.country,
  ]);

function supplierOf(supplier: SheetSupplier, vat: boolean): Sheet['supplier'] {
  const [trading] = nonEmpty([supplier.trading_name]);
  const business = supplier.business_name?.trim() ?? '';
  return {
    name: trading ?? business,
    logo: supplier.logo_path ?? null,
    lines: nonEmpty([
      trading !== undefined && trading !== business && business !== '' && `${business} trading as ${trading}`,
      ...addressOf(supplier),
      supplier.phone,
      supplier.email,
      vat && supplier.vat_number && `VAT no. ${supplier.vat_number}`,
      supplier.company_number && `Company no. ${supplier.company_number}`,
    ]),
  };
}

const customerOf = (customer: SheetCustomer): Sheet['customer'] => ({
  name: customer.name,
  lines: nonEmpty([
    customer.contact_name,
    ...addressOf(customer),
    customer.vat_number && `VAT no. ${customer.vat_number}`,
    customer.account_ref && `Your reference ${customer.account_ref}`,
  ]),
});

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Why the times and the hours of a line differ by one hour; null if they do not. */
function clockChange(start: string, finish: string, elapsed: number): string | null {
  const shown = (minuteOf(finish) - minuteOf(start) + 1440) % 1440;
  // 60 more or less within a day, for a job that spans midnight too.
  const more = (elapsed - shown + 1440) % 1440;
  if (more === 60) return 'the clocks went back';
  return more === 1380 ? 'the clocks went forward' : null;
}

function timesOf({ start, finish, breaks, minutes }: SheetLine): string | null {
  if (start === null || finish === null) return null;
  return nonEmpty([
    `${start}–${finish}`,
    breaks > 0 && `${breaks} min break`,
    minutes !== null && clockChange(start, finish, minutes + breaks),
  ]).join(', ');
}

const netOf = (net: Decimal, currency: Currency): string => (net === 0 ? 'No charge' : formatMoney(net, currency));

/** Quantities of gallons are written in full, so the price names its unit; other units are shown with the quantity. */
const priceOf = (rate: Decimal, unit: string, currency: Currency): string =>
  unit === 'gal_1000' ? formatRateWithUnit(rate, unit, currency) : formatRate(rate, currency);

/** A credit note has a negative quantity, but `minutes` is always positive: format the size and add the sign. */
function extentOf({ quantity, unit, minutes }: SheetLine): string {
  const extent = formatQuantityWithUnit(decimal(Math.abs(quantity)), unit, minutes ?? undefined);
  return quantity < 0 && unit !== 'fixed' ? `−${extent}` : extent;
}

function rowOf(line: SheetLine, supplier: SheetSupplier, currency: Currency): SheetRow {
  const times = supplier.show_times ? timesOf(line) : null;
  const person = supplier.show_person ? line.person : null;
  return {
    date: formatDateNumeric(line.workDate),
    work: line.taskName,
    details: nonEmpty([line.description, nonEmpty([times, person]).join(' · '), supplier.show_notes && line.notes]),
    quantity: extentOf(line),
    unitPrice: line.unitPrice === null || line.unitPrice === 0 ? '' : priceOf(line.unitPrice, line.unit, currency),
    net: netOf(line.net, currency),
  };
}

function groupsOf({ supplier, currency, lines, additionalItems }: SheetInvoice): Sheet['groups'] {
  const by = supplier.group_lines_by;
  const groups = groupLines(
    lines.map((line) => ({ ...line, totalValue: line.net })),
    by,
  ).map(({ key, lines: own, net }) => ({
    heading: by === 'none' ? null : by === 'day' ? formatDateNumeric(key) : key,
    net: netOf(net, currency),
    rows: own.map((line) => rowOf(line, supplier, currency)),
  }));
  if (additionalItems.length === 0) return groups;
  const items = additionalItems.map((item) => ({
    date: '',
    work: item.description,
    details: [],
    quantity: '',
    unitPrice: '',
    net: formatMoney(item.amount, currency),
  }));
  const [singleGroup] = groups;
  if (by === 'none' && singleGroup !== undefined) return [{ ...singleGroup, rows: [...singleGroup.rows, ...items] }];
  const itemsTotal = add(...additionalItems.map((item) => item.amount));
  return [...groups, { heading: 'Additional items', net: formatMoney(itemsTotal, currency), rows: items }];
}

/** Fixed when the note was issued: the customer gets a refund only if the invoice was paid. */
function creditOf({ credits, creditedAt }: SheetInvoice): Sheet['payment'] {
  const number = credits ? `invoice ${credits.invoiceNumber}` : 'the invoice';
  return creditedAt
    ? { heading: 'Nothing to pay', lines: [`Set against ${number}, which was not paid.`] }
    : { heading: 'To be refunded', lines: [`What was paid for ${number} goes back to you.`] };
}

/**
 * A credit note must name the invoice by number and date (VAT Regulations 1995, regulation 15C); it also gives the
 * reason.
 */
const correctsOf = ({ credits, reason }: SheetInvoice): string[] =>
  nonEmpty([
    credits && `Corrects invoice ${credits.invoiceNumber} of ${formatDateNumeric(credits.issueDate)}`,
    reason && `Reason: ${reason}`,
  ]);

function paymentOf(invoice: SheetInvoice): Sheet['payment'] {
  const { supplier } = invoice;
  return {
    heading: `Pay by ${formatDateNumeric(invoice.dueDate)}`,
    lines: nonEmpty([
      nonEmpty([supplier.account_name, supplier.bank_name]).join(', '),
      nonEmpty([
        supplier.sort_code && `Sort code ${formatSortCode(supplier.sort_code)}`,
        supplier.account_number && `Account ${supplier.account_number}`,
      ]).join(', '),
      nonEmpty([supplier.iban && `IBAN ${supplier.iban}`, supplier.bic && `BIC ${supplier.bic}`]).join(', '),
      invoice.invoiceNumber !== null && `Reference ${invoice.invoiceNumber}`,
    ]),
  };
}

/**
 * The invoice as text. A VAT invoice shows what regulation 14 of the VAT Regulations 1995 requires: number, date of
 * issue, time of supply, both names and addresses, VAT number, and for each line its extent, unit price, rate and net.
 */
export function invoiceSheet(invoice: SheetInvoice): Sheet {
  const { currency, vatRate } = invoice;
  const vat = vatRate !== null;
  const rate = vat ? `${formatQuantity(vatRate)} %` : '';
  const credit = invoice.kind === 'credit_note';
  return {
    title: credit ? (vat ? 'VAT credit note' : 'Credit note') : vat ? 'VAT invoice' : 'Invoice',
    number: invoice.invoiceNumber,
    cancelled: invoice.voidedAt !== null,
    corrects: correctsOf(invoice),
    supplier: supplierOf(invoice.supplier, vat),
    customer: customerOf(invoice.customer),
    dates: [
      ...(credit
        ? [{ label: 'Date', value: formatDateNumeric(invoice.issueDate) }]
        : [
            { label: 'Invoice date', value: formatDateNumeric(invoice.issueDate) },
            ...(vat ? [{ label: 'Tax point', value: formatDateNumeric(invoice.taxPoint) }] : []),
            { label: 'Due', value: formatDateNumeric(invoice.dueDate) },
          ]),
      ...nonEmpty([invoice.orderNumber]).map((value) => ({ label: 'Your order no.', value })),
    ],
    columns: { date: 'Date', work: 'Work', quantity: 'Quantity', unitPrice: 'Unit price', net: vat ? 'Net' : 'Amount' },
    groups: groupsOf(invoice),
    sums: vat
      ? [
          { label: 'Subtotal', value: formatMoney(invoice.subtotal, currency) },
          { label: `VAT at ${rate}`, value: formatMoney(invoice.vatAmount, currency) },
        ]
      : [],
    total: { label: credit ? 'Total credited' : 'Total to pay', value: formatMoney(invoice.total, currency) },
    vatNote: vat ? `Prices are without VAT. VAT at ${rate} applies to every line.` : null,
    payment: credit ? creditOf(invoice) : paymentOf(invoice),
    // The sender's footer usually asks for payment, which does not fit a credit note.
    footer: credit ? null : (nonEmpty([invoice.supplier.footer_text])[0] ?? null),
  };
}
