// A sample invoice with the settings currently in the form, valid or not, as a preview.
import type { InvoiceSettings } from '@/data/invoices/invoice-settings';
import { fromNumeric, decimalIn } from '@/domain/core/money';
import { addDays } from '@/domain/core/time';
import { dueDate, invoiceNumber, invoiceTotals } from '@/domain/invoices/invoice';
import type { SheetInvoice, SheetLine } from '@/domain/invoices/invoice-sheet';
import type { SettingsInput } from './settings-schema';

const parseCount = (text: string, fallback: number): number =>
  /^\d{1,8}$/.test(text.trim()) ? Number(text) : fallback;

const exampleLine = (
  workDate: string,
  [taskName, unit]: [taskName: string, unit: string],
  [quantity, price, net]: [quantity: number, price: number, net: number],
  overrides: Partial<SheetLine> = {},
): SheetLine => ({
  workDate,
  taskName,
  description: null,
  quantity: fromNumeric(quantity),
  unit,
  unitPrice: fromNumeric(price),
  net: fromNumeric(net),
  minutes: null,
  start: null,
  finish: null,
  breaks: 0,
  person: 'Sam Driver',
  notes: null,
  ...overrides,
});

export function exampleInvoice(form: SettingsInput, stored: InvoiceSettings, today: string): SheetInvoice {
  const lines = [
    exampleLine(addDays(today, -9), ['Ploughing', 'acre'], [12.5, 32.06, 400.75]),
    exampleLine(addDays(today, -9), ['Baling', 'bale'], [86, 6.22, 534.92]),
    exampleLine(addDays(today, -8), ['Hedge cutting', 'hour'], [7.3333, 45, 330], {
      minutes: 440,
      start: '13:10',
      finish: '21:00',
      breaks: 30,
      notes: 'Lane side, both faces',
    }),
  ];
  const vatRate = form.vat_registered ? (decimalIn(form.vat_rate, { percent: true }) ?? stored.vat_rate) : null;
  const prefix = form.invoice_prefix.trim().slice(0, 8);
  const padding = Math.min(parseCount(form.number_padding, stored.number_padding), 8);
  const totals = invoiceTotals({ lines: lines.map(({ net }) => ({ totalValue: net })), additionalItems: [], vatRate });
  return {
    ...totals,
    invoiceNumber: invoiceNumber(prefix, parseCount(form.next_number, stored.next_number), padding),
    kind: 'invoice',
    customer: { name: 'Example customer', address_line1: 'Lower Farm', town: 'Church Road' },
    supplier: stored.logo_path === null ? form : { ...form, logo_path: stored.logo_path },
    issueDate: today,
    taxPoint: today,
    dueDate: dueDate(today, Math.min(parseCount(form.payment_terms_days, stored.payment_terms_days), 120)),
    currency: form.currency,
    lines,
    additionalItems: [],
    voidedAt: null,
  };
}
