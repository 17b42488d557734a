import type { InvoiceEntry } from '@/data/invoices/invoice-register';
import { formatMoney } from '@/domain/core/money';
import { formatDateDated } from '@/domain/core/time';
import { invoiceState } from '@/domain/invoices/invoice';
import type { RegisterPart } from '@/domain/invoices/register';
import { stateWords } from '@/features/invoices/invoice-state-badge';
import { PrintTable, type PrintColumn } from '@/ui/lists/print-table';
import { usePrintNote } from '@/widgets/print-note';
import { STATES } from './register-address';
import { registerSums } from './register-sums';
import type { Register } from './use-register';

const PART_WORDS: Partial<Record<RegisterPart, string>> = {
  'not-due': 'not due yet',
  '1-30': '1 to 30 days late',
  '31-60': '31 to 60 days late',
  '61-90': '61 to 90 days late',
  'over-90': 'more than 90 days late',
  'paid-this-month': 'paid this month',
};

/** The register for printing. */
export function PrintedRegister({
  register: { account, view, entries, total, totals, today },
}: {
  register: Register;
}) {
  const { filter, search } = view;
  const filters = [
    STATES.find(({ value }) => value === filter.state)?.label ?? '',
    filter.customerId === null ? '' : (entries[0]?.customerName ?? ''),
    filter.from === null ? '' : `from ${formatDateDated(filter.from)}`,
    filter.to === null ? '' : `to ${formatDateDated(filter.to)}`,
    view.part === null ? '' : (PART_WORDS[view.part] ?? view.part),
    search === '' ? '' : `“${search}”`,
  ];
  const columns: PrintColumn<InvoiceEntry>[] = [
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
  return (
    <PrintTable
      title="Invoices"
      note={usePrintNote(filters)}
      columns={columns}
      rows={entries}
      total={total}
      sums={totals ? registerSums(totals, account.settings.currency) : []}
    />
  );
}
