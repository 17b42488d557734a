// The register as CSV: every row that matches the filter, not only those loaded.
import { mutationOptions } from '@tanstack/react-query';
import { readWholeRegister, type InvoiceEntry, type InvoiceFilter } from '@/data/invoices/invoice-register';
import { toCsv, type CsvCell } from '@/domain/core/csv';
import { toNumeric, type Decimal } from '@/domain/core/money';
import { todayIn, type Zone } from '@/domain/core/time';
import { invoiceState } from '@/domain/invoices/invoice';
import { saveFile } from '@/lib/files/save-file';
import { countWithNoun } from './register-sums';

const HEADER = [
  'number',
  'kind',
  'issue_date',
  'tax_point',
  'due_date',
  'customer',
  'net',
  'vat_rate',
  'vat',
  'gross',
  'state',
  'sent_at',
  'paid_at',
  'corrects',
  'currency',
  'order_number',
] as const;

/**
 * Dates are in the farm's time zone. A cancelled invoice has no amounts, so that the columns add up to the sums shown
 * on the screen.
 */
function registerCsv(rows: readonly InvoiceEntry[], today: string, zone: Zone): string {
  const dateOf = (instant: string | null) => instant && todayIn(zone, new Date(instant));
  return toCsv(
    HEADER,
    rows.map((row): CsvCell[] => {
      const amount = (value: Decimal) => (row.voidedAt === null ? toNumeric(value) : null);
      return [
        row.invoiceNumber,
        row.kind,
        row.issueDate,
        row.taxPoint,
        row.kind === 'invoice' ? row.dueDate : null,
        row.customerName,
        amount(row.subtotal),
        row.vatRate === null ? null : toNumeric(row.vatRate),
        amount(row.vatAmount),
        amount(row.total),
        invoiceState(row, today).kind,
        dateOf(row.sentAt),
        dateOf(row.paidAt),
        row.corrects,
        row.currency,
        row.orderNumber,
      ];
    }),
  );
}

export const exportRegister = mutationOptions({
  mutationKey: ['invoices', 'export'],
  mutationFn: async ({ ownerId, filter, zone }: { ownerId: string; filter: InvoiceFilter; zone: Zone }) => {
    const rows = await readWholeRegister(ownerId, filter);
    const name = `invoices-${[filter.from, filter.to].filter(Boolean).join('-to-') || filter.today}.csv`;
    saveFile(new File([registerCsv(rows, filter.today, zone)], name, { type: 'text/csv' }));
    return { rows: rows.length };
  },
  meta: {
    saved: ({ rows }: { rows: number }) => ({ title: 'CSV downloaded', description: countWithNoun(rows, 'row') }),
    failed: { title: 'Error', description: 'Could not make the CSV.' },
  },
});
