// The columns of the register in its CSV file and when it is printed, and the active filters in words.
import type { InvoiceEntry } from '@/data/invoices/invoice-register';
import type { CsvCell } from '@/domain/core/csv';
import type { PrintoutColumn } from '@/domain/core/printout-columns';
import { formatMoney, toNumeric, type Decimal } from '@/domain/core/money';
import { formatDateDated, todayIn, type Zone } from '@/domain/core/time';
import { invoiceState } from '@/domain/invoices/invoice';
import type { RegisterPart } from '@/domain/invoices/register';
import { stateWords } from '@/features/invoices/invoice-state-badge';
import { STATES, type RegisterView } from './register-address';

/** Dates of a file are in the farm's time zone. */
type Context = { today: string; zone: Zone };

const dateOf = (instant: string | null, zone: Zone) => instant && todayIn(zone, new Date(instant));
/** A cancelled invoice has no amounts, so that the columns add up to the sums shown on the screen. */
const amountOf = ({ voidedAt }: InvoiceEntry, value: Decimal) => (voidedAt === null ? toNumeric(value) : null);

/** The columns of the CSV file, each with its value. */
export const REGISTER_CSV: Readonly<Record<string, (row: InvoiceEntry, context: Context) => CsvCell>> = {
  number: (row) => row.invoiceNumber,
  kind: (row) => row.kind,
  issue_date: (row) => row.issueDate,
  tax_point: (row) => row.taxPoint,
  due_date: (row) => (row.kind === 'invoice' ? row.dueDate : null),
  customer: (row) => row.customerName,
  net: (row) => amountOf(row, row.subtotal),
  vat_rate: (row) => (row.vatRate === null ? null : toNumeric(row.vatRate)),
  vat: (row) => amountOf(row, row.vatAmount),
  gross: (row) => amountOf(row, row.total),
  state: (row, { today }) => invoiceState(row, today).kind,
  sent_at: (row, { zone }) => dateOf(row.sentAt, zone),
  paid_at: (row, { zone }) => dateOf(row.paidAt, zone),
  corrects: (row) => row.corrects,
  currency: (row) => row.currency,
  order_number: (row) => row.orderNumber,
};

export const registerColumns = (today: string): readonly PrintoutColumn<InvoiceEntry>[] => [
  { head: 'Number', noWrap: true, cell: ({ invoiceNumber }) => invoiceNumber },
  { head: 'Customer', cell: ({ customerName }) => customerName },
  { head: 'Issued', noWrap: true, cell: ({ issueDate }) => formatDateDated(issueDate) },
  { head: 'Due', noWrap: true, cell: ({ kind, dueDate }) => (kind === 'invoice' ? formatDateDated(dueDate) : '') },
  { head: 'Net', figure: true, cell: ({ subtotal, currency }) => formatMoney(subtotal, currency) },
  {
    head: 'VAT',
    figure: true,
    cell: ({ vatRate, vatAmount, currency }) => (vatRate === null ? '' : formatMoney(vatAmount, currency)),
  },
  { head: 'Total', figure: true, cell: (entry) => formatMoney(entry.total, entry.currency) },
  { head: 'State', noWrap: true, cell: (entry) => stateWords(invoiceState(entry, today)) },
];

const PART_WORDS: Partial<Record<RegisterPart, string>> = {
  'not-due': 'not due yet',
  '1-30': '1 to 30 days late',
  '31-60': '31 to 60 days late',
  '61-90': '61 to 90 days late',
  'over-90': 'more than 90 days late',
  'paid-this-month': 'paid this month',
};

/** The active filters in words. `rows`: rows of the register, from which a customer's name is read. */
export const registerFilterWords = (
  { filter, part, search }: RegisterView,
  rows: readonly InvoiceEntry[],
): readonly string[] => [
  STATES.find(({ value }) => value === filter.state)?.label ?? '',
  filter.customerId === null ? '' : (rows[0]?.customerName ?? 'one customer'),
  filter.from === null ? '' : `from ${formatDateDated(filter.from)}`,
  filter.to === null ? '' : `to ${formatDateDated(filter.to)}`,
  part === null ? '' : (PART_WORDS[part] ?? part),
  search === '' ? '' : `“${search}”`,
];
