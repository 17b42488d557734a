// The cover of an accountant's package: each sum of the period, and how it was worked out.
import { add, type Currency, type Decimal } from '@/domain/core/money';
import { addDays, formatDateDated, formatDuration } from '@/domain/core/time';
import { plural } from '@/domain/core/word-list';
import type { PeriodSums, Sums } from '@/domain/reports/accountant';
import { spanWords } from '@/features/reports/report-rows';
import { moneyColumn, sheetOf, type Sheet } from '@/features/reports/sheet';
import type { Accounts } from './use-accountant';

type CoverRow = {
  id: string;
  to: string | null;
  what: string;
  currency: Currency;
  documents: number | null;
  net: Decimal | null;
  vat: Decimal | null;
  gross: Decimal | null;
  how: string;
};

/** The names of the tables in the package. */
export const FILES = {
  cover: 'cover',
  sales: 'sales-day-book',
  payments: 'payments',
  owed: 'owed',
  vat: 'vat',
  hours: 'hours',
} as const;

const seeFile = (file: keyof typeof FILES): string => `See ${FILES[file]}.csv.`;

function rowsOfCurrency({ period, today }: Accounts, sums: PeriodSums): CoverRow[] {
  const { currency, invoices, creditNotes, cancelled, payments, refunds, vat } = sums;
  const register = `/view-invoices?${new URLSearchParams(period).toString()}`;
  const row = (what: string, amounts: Partial<Sums>, how: string, to: string | null = null): CoverRow => ({
    ...{ id: `${what} ${currency}`, what, currency, how, to },
    documents: amounts.documents ?? null,
    net: amounts.net ?? null,
    vat: amounts.vat ?? null,
    gross: amounts.gross ?? null,
  });
  const sales = {
    documents: invoices.documents + creditNotes.documents,
    net: add(invoices.net, creditNotes.net),
    vat: add(invoices.vat, creditNotes.vat),
    gross: add(invoices.gross, creditNotes.gross),
  };
  const cancelledWords =
    cancelled === 0
      ? ''
      : ` ${cancelled.toLocaleString('en-GB')} cancelled ${plural(cancelled, 'one is', 'ones are')} listed, but not counted.`;
  const [before, after] = [addDays(period.from, -1), period.to].map(formatDateDated);
  return [
    row('Invoices', invoices, `Dated in this period.${cancelledWords}`),
    row('Credit notes', creditNotes, 'Dated in this period.'),
    row('Sales', sales, `Invoices less credit notes. ${seeFile('sales')}`, register),
    row('Payments', payments, `Invoices paid in this period, by the day of payment. ${seeFile('payments')}`),
    row('Paid back', refunds, `Credit notes paid back in this period. ${seeFile('payments')}`),
    row('Owed before', { gross: sums.owedBefore }, `Open at the end of ${before}, less credit to pay back.`),
    row(
      'Owed after',
      { gross: sums.owedAfter },
      `Open at the end of ${after}: owed before, plus sales, less payments, plus paid back. ${seeFile('owed')}` +
        (period.to > today ? ' This period is not over.' : ''),
    ),
    row('VAT on invoices', vat.invoice, `Invoice basis: by the tax point. ${seeFile('vat')}`),
    row('VAT on payments', vat.cash, `Cash basis: by the day of payment. ${seeFile('vat')}`),
  ];
}

const isEmpty = ({ documents, net, vat, gross }: CoverRow): boolean => !(documents || net || vat || gross);

/** All rows; none if nothing happened in the period and nothing is owed. */
function coverRows(accounts: Accounts): CoverRow[] {
  const { account, hours, sums } = accounts;
  const [own, ...others] = sums;
  const ofDocuments = [own, ...others].flatMap((one) => {
    const rows = one ? rowsOfCurrency(accounts, one) : [];
    // Leaves out another currency if nothing happened in it in this period.
    return one !== own && rows.every(isEmpty) ? [] : rows;
  });
  const uncosted =
    hours.uncosted === 0 ? '' : ` ${formatDuration(hours.uncosted)} of people without such a cost are not in it.`;
  const wages: CoverRow = {
    ...{ id: 'hours', to: null, what: 'Cost of hours', currency: account.settings.currency },
    ...{ documents: null, net: hours.cost, vat: null, gross: null },
    how: `${formatDuration(hours.worked)} clocked, by each person’s cost of an hour on that day.${uncosted} ${seeFile('hours')}`,
  };
  return ofDocuments.every(isEmpty) && hours.worked === 0 ? [] : [...ofDocuments, wages];
}

export const COVER_NOTE =
  'VAT returns follow the invoice or the cash basis, not both. Amounts are those of the documents as they were issued; a later mark as paid or a credit note changes what is owed, never a document. Invoices from before, which another program issued, are not in it.';

/** The cover, as a table. The screen shows it too. */
export function coverSheet(accounts: Accounts): Sheet {
  const { period } = accounts;
  return sheetOf<CoverRow>({
    ...{ caption: 'For the accountant', title: 'For the accountant' },
    fileName: `accountant-${period.from}-to-${period.to}`,
    facts: [spanWords(period), COVER_NOTE],
    ...{ grid: 'cover-columns', main: 4 },
    columns: [
      { head: 'What', width: 32, text: ({ what }) => what },
      {
        ...{ head: 'Documents', width: 22, figure: true, kind: 'whole' },
        text: ({ documents }) => documents?.toLocaleString('en-GB') ?? '',
        csv: ({ documents }) => documents,
      },
      moneyColumn('Net', ({ net }) => net, 26),
      moneyColumn('VAT', ({ vat }) => vat, 26),
      moneyColumn('Gross', ({ gross }) => gross, 26),
      { head: 'How', width: 0, text: ({ how }) => how },
    ],
    unseen: [{ head: 'Currency', of: ({ currency }) => currency }],
    rows: coverRows(accounts),
  });
}
