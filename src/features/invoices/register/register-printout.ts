// The register as texts for its PDF, with the amounts invoiced, paid and outstanding in each currency. Loaded on
// demand.
// when somebody asks for the PDF.
import type { InvoiceEntry } from '@/data/invoices/invoice-register';
import type { Account } from '@/domain/account/account';
import { listPrintout, type ListPrintout } from '@/domain/core/list-printout';
import { add, formatMoney, type Currency, type Decimal } from '@/domain/core/money';
import { invoiceState, type InvoiceState } from '@/domain/invoices/invoice';
import type { RegisterView } from './register-address';
import { registerColumns, registerFilterWords } from './register-columns';
import { countWithNoun, ownCurrencyFirst } from './register-sums';

type Kind = InvoiceState['kind'];
const OPEN: readonly Kind[] = ['generated', 'sent', 'overdue'];

/** "Invoiced £1,200.00, net £1,000.00, VAT £200.00, paid £0.00, outstanding £1,200.00". Cancelled ones do not count. */
function sumsIn(currency: Currency, rows: readonly InvoiceEntry[], today: string): string {
  const counted = rows
    .filter((row) => row.currency === currency && row.voidedAt === null)
    .map((row) => ({ row, kind: invoiceState(row, today).kind }));
  const sum = (of: (row: InvoiceEntry) => Decimal, kinds?: readonly Kind[]) =>
    add(...counted.filter(({ kind }) => kinds === undefined || kinds.includes(kind)).map(({ row }) => of(row)));
  const total = (kinds?: readonly Kind[]) => sum((row) => row.total, kinds);
  const toRefund = total(['refund']);
  return [
    `Invoiced ${formatMoney(total(), currency)}`,
    `net ${formatMoney(
      sum((row) => row.subtotal),
      currency,
    )}`,
    `VAT ${formatMoney(
      sum((row) => row.vatAmount),
      currency,
    )}`,
    `paid ${formatMoney(total(['paid', 'refunded']), currency)}`,
    `outstanding ${formatMoney(total(OPEN), currency)}`,
    ...(toRefund === 0 ? [] : [`to refund ${formatMoney(toRefund, currency)}`]),
  ].join(', ');
}

/** `file`: the name of the file, without its ending. */
export function printoutOf(
  rows: readonly InvoiceEntry[],
  { account, view, today, file }: { account: Account; view: RegisterView; today: string; file: string },
): ListPrintout {
  const own = account.settings.currency;
  const inRows = [...new Set(rows.map(({ currency }) => currency))];
  const currencies = (inRows.length === 0 ? [own] : inRows).map((currency) => ({ currency }));
  const cancelled = rows.filter(({ voidedAt }) => voidedAt !== null).length;
  return listPrintout({
    title: 'Invoices',
    file,
    only: registerFilterWords(view, rows),
    sums: [],
    notes: [
      countWithNoun(rows.length, 'row'),
      ...ownCurrencyFirst(currencies, own).map(({ currency }) => sumsIn(currency, rows, today)),
      cancelled === 0 ? '' : 'Cancelled invoices are listed, but their amounts are not in the sums.',
    ],
    columns: registerColumns(today),
    rows,
  });
}
