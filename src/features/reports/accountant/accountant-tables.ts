// The tables of an accountant's package. The CSV files and the sheets of the workbook are made from them.
import { formatQuantity, type Currency, type Decimal } from '@/domain/core/money';
import {
  balancesAt,
  customerBalances,
  issuedIn,
  paidIn,
  vatSums,
  type AccountDocument,
  type CustomerBalance,
  type VatBasis,
  type VatSum,
} from '@/domain/reports/accountant';
import { AGES } from '@/domain/invoices/register';
import type { HoursRow } from '@/domain/reports/hours';
import { FILE_HEADS } from '@/features/reports/owed-sheet';
import { spanWords } from '@/features/reports/report-rows';
import { amountColumn, dayColumn, hoursColumn, moneyColumn, sheetOf, type Sheet } from '@/features/reports/sheet';
import { coverSheet, FILES } from './cover-sheet';
import type { Accounts } from './use-accountant';

type Row<Of> = Of & { id: string; to: null };

const rowsWith = <Of>(list: readonly Of[], idOf: (one: Of) => string): Row<Of>[] =>
  list.map((one) => ({ ...one, id: idOf(one), to: null }));

const text = <Of>(head: string, of: (row: Of) => string, width = 24) => ({ head, width, text: of });
const count = <Of>(head: string, of: (row: Of) => number) => ({
  ...{ head, width: 20, figure: true, kind: 'whole' as const },
  text: (row: Of) => of(row).toLocaleString('en-GB'),
  csv: of,
});

/** A cancelled invoice has no amounts, so that the columns add up to the sums of the cover. */
const unlessCancelled = (of: (row: AccountDocument) => Decimal) => (row: AccountDocument) =>
  row.isCancelled ? null : of(row);

const KINDS: Record<AccountDocument['kind'], string> = { invoice: 'Invoice', credit_note: 'Credit note' };
const currencyColumn = { head: 'Currency', of: ({ currency }: { currency: Currency }) => currency };
const rateWords = (rate: Decimal | null): string => (rate === null ? 'No VAT' : `${formatQuantity(rate)}%`);

const documentRows = (documents: readonly AccountDocument[]) => rowsWith(documents, ({ id }) => id);
/** The common parts of the tables. They are only saved in files, so `grid` and `main`, which the screen uses, do not matter. */
const common = (file: keyof typeof FILES, title: string, facts: readonly string[]) => ({
  ...{ caption: title, title, fileName: FILES[file], facts, grid: '', main: 1 },
});

const salesSheet = ({ documents, period }: Accounts): Sheet =>
  sheetOf<Row<AccountDocument>>({
    ...common('sales', 'Sales day book', [spanWords(period), 'Cancelled invoices are listed without amounts.']),
    columns: [
      dayColumn('Date', ({ issueDate }) => issueDate),
      text('Number', ({ invoiceNumber }) => invoiceNumber),
      text('Kind', ({ kind, isCancelled }) => (isCancelled ? 'Cancelled' : KINDS[kind])),
      text('Customer', ({ customerName }) => customerName, 0),
      moneyColumn(
        'Net',
        unlessCancelled(({ subtotal }) => subtotal),
      ),
      text('VAT rate', ({ vatRate }) => rateWords(vatRate)),
      moneyColumn(
        'VAT',
        unlessCancelled(({ vatAmount }) => vatAmount),
      ),
      moneyColumn(
        'Gross',
        unlessCancelled(({ total }) => total),
      ),
      dayColumn('Tax point', ({ taxPoint }) => taxPoint),
      dayColumn('Due', ({ dueDate }) => dueDate),
      text('Corrects', ({ corrects }) => corrects ?? ''),
    ],
    unseen: [currencyColumn],
    rows: documentRows(issuedIn(documents, period)),
  });

const paymentsSheet = ({ documents, period }: Accounts): Sheet =>
  sheetOf<Row<AccountDocument>>({
    ...common('payments', 'Payments', [spanWords(period), 'A credit note that was paid back is a negative payment.']),
    columns: [
      dayColumn('Paid', ({ paidOn, issueDate }) => paidOn ?? issueDate),
      text('Number', ({ invoiceNumber }) => invoiceNumber),
      text('Kind', ({ kind }) => KINDS[kind]),
      text('Customer', ({ customerName }) => customerName, 0),
      dayColumn('Date', ({ issueDate }) => issueDate),
      moneyColumn('Net', ({ subtotal }) => subtotal),
      text('VAT rate', ({ vatRate }) => rateWords(vatRate)),
      moneyColumn('VAT', ({ vatAmount }) => vatAmount),
      moneyColumn('Gross', ({ total }) => total),
    ],
    unseen: [currencyColumn],
    rows: documentRows(paidIn(documents, period)),
  });

function owedSheet({ documents, period, today }: Accounts): Sheet {
  // In a period that is not over, lateness is counted up to today.
  const day = today < period.to ? today : period.to;
  const rows = customerBalances(balancesAt(documents, period.to), day).toSorted((a, b) => b.owed - a.owed);
  return sheetOf<Row<CustomerBalance>>({
    ...common('owed', 'Owed by customer', [spanWords(period), 'Open at the end of the period, with VAT.']),
    columns: [
      text('Customer', ({ customer }) => customer, 0),
      ...AGES.map((age) => moneyColumn<Row<CustomerBalance>>(FILE_HEADS[age], ({ ages }) => ages[age])),
      moneyColumn('To pay back', ({ credit }) => credit),
      moneyColumn('Owed', ({ owed }) => owed),
      count('Documents', (row) => row.documents),
    ],
    unseen: [currencyColumn],
    rows: rowsWith(rows, ({ key }) => key),
  });
}

const BASES: Record<VatBasis, string> = { invoice: 'Invoices, by tax point', cash: 'Payments, by day of payment' };

const vatSheet = ({ documents, period }: Accounts): Sheet =>
  sheetOf<Row<VatSum>>({
    ...common('vat', 'VAT by rate', [spanWords(period), 'VAT returns follow one of the two bases, not both.']),
    columns: [
      text('Basis', ({ basis }) => BASES[basis], 0),
      text('VAT rate', ({ rate }) => rateWords(rate)),
      count('Documents', (row) => row.documents),
      moneyColumn('Net', ({ net }) => net),
      moneyColumn('VAT', ({ vat }) => vat),
      moneyColumn('Gross', ({ gross }) => gross),
    ],
    unseen: [currencyColumn],
    rows: rowsWith(vatSums(documents, period), ({ basis, currency, rate }) => `${basis} ${currency} ${rate}`),
  });

const hoursSheet = ({ account, people, period }: Accounts): Sheet =>
  sheetOf<Row<HoursRow>>({
    ...common('hours', 'Hours by person', [spanWords(period), 'Paid hours as the Time Diary counts them.']),
    columns: [
      text('Person', ({ label }) => label, 0),
      hoursColumn('Hours', ({ worked }) => worked),
      hoursColumn('Overtime', ({ overtime }) => overtime),
      amountColumn('Cost', account.settings.currency, ({ cost }) => cost),
      hoursColumn('Hours without cost', ({ uncosted }) => uncosted),
    ],
    unseen: [{ head: 'Currency', of: () => account.settings.currency }],
    rows: rowsWith(people, ({ key }) => key).toSorted((a, b) => b.worked - a.worked),
  });

/** Every table of the package, the cover first: `name` is on the tab of its sheet. */
export const accountantTables = (accounts: Accounts): { name: string; sheet: Sheet }[] => [
  { name: 'Cover', sheet: { ...coverSheet(accounts), fileName: FILES.cover } },
  { name: 'Sales', sheet: salesSheet(accounts) },
  { name: 'Payments', sheet: paymentsSheet(accounts) },
  { name: 'Owed', sheet: owedSheet(accounts) },
  { name: 'VAT', sheet: vatSheet(accounts) },
  { name: 'Hours', sheet: hoursSheet(accounts) },
];
