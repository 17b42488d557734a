import type { InvoiceEntry } from '@/data/invoices/invoice-register';
import { formatMoney } from '@/domain/core/money';
import { formatDateDated } from '@/domain/core/time';
import { invoiceState } from '@/domain/invoices/invoice';
import { stateWords } from '@/features/invoices/invoice-state-badge';
import { PrintTable, type PrintColumn } from '@/ui/lists/print-table';
import { registerSums } from './register-sums';
import type { Register } from './use-register';

/** The register for printing. */
export function PrintedRegister({ register: { account, entries, total, totals, today } }: { register: Register }) {
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
      columns={columns}
      rows={entries}
      total={total}
      sums={totals ? registerSums(totals, account.settings.currency) : []}
    />
  );
}
