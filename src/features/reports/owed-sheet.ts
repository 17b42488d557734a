import { formatMoney, toNumeric } from '@/domain/core/money';
import { formatDateDated } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { AGES, type Age } from '@/domain/invoices/register';
import type { Owed, OwedCustomer } from '@/domain/reports/owed';
import { sheetOf, type Sheet } from './sheet';
import type { OwedReport } from './use-owed';

export const AGE_HEADS: Record<Age, string> = {
  'not-due': 'Not due',
  '1-30': '1–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  'over-90': 'Over 90 days',
};

/** The heads in the CSV and Excel files, which have no dashes. */
export const FILE_HEADS: Record<Age, string> = {
  'not-due': 'Not due',
  '1-30': '1 to 30 days',
  '31-60': '31 to 60 days',
  '61-90': '61 to 90 days',
  'over-90': 'Over 90 days',
};

export const OWED_NOTE =
  'Open invoices with VAT, sent or not and also those from before, by the days since they were due. Credit notes that are still to be paid back are not taken off.';

export const invoiceCount = (n: number): string => counted(n, 'invoice', 'invoices');

/** "Owed £1,200.00 on 3 invoices: Not due £900.00, Over 90 days £300.00." */
function sumWords({ ages, currency, invoices, owed }: Owed): string {
  const parts = AGES.filter((age) => ages[age] !== 0).map(
    (age) => `${AGE_HEADS[age]} ${formatMoney(ages[age], currency)}`,
  );
  return `Owed ${formatMoney(owed, currency)} on ${invoiceCount(invoices)}: ${parts.join(', ')}.`;
}

/** "Hill Farm", or "Hill Farm, £380.00 from before" if some of it is on invoices of another program. */
const customerText = ({ customer, currency, fromBefore }: OwedCustomer): string =>
  fromBefore === 0 ? customer : `${customer}, ${formatMoney(fromBefore, currency)} from before`;

/** What is owed, as a table. `customer`: the name of the only customer in it; undefined if it has all customers. */
export function owedSheet({ rows, sums, today }: OwedReport, customer: string | undefined): Sheet {
  return sheetOf<OwedCustomer & { id: string; to: string }>({
    ...{ caption: 'Owed', title: 'Owed by customer', fileName: `report-owed-${today}` },
    facts: [
      [formatDateDated(today), customer].filter(Boolean).join(', '),
      ...sums.filter(({ invoices }) => invoices > 0).map(sumWords),
      OWED_NOTE,
    ],
    ...{ grid: 'owed-columns', main: 6 },
    columns: [
      { head: 'Customer', width: 0, text: customerText, csv: (row) => row.customer },
      ...AGES.map((age) => ({
        ...{ head: AGE_HEADS[age], fileHead: FILE_HEADS[age], width: 23, figure: true, kind: 'decimal' as const },
        text: ({ ages, currency }: OwedCustomer) => (ages[age] === 0 ? '' : formatMoney(ages[age], currency)),
        csv: ({ ages }: OwedCustomer) => toNumeric(ages[age]),
      })),
      {
        ...{ head: 'Owed', width: 25, figure: true },
        kind: 'decimal',
        text: (row) => formatMoney(row.owed, row.currency),
        csv: (row) => toNumeric(row.owed),
      },
    ],
    unseen: [
      { head: 'Invoices', kind: 'whole', of: (row) => row.invoices },
      { head: 'Oldest due', kind: 'date', of: (row) => row.oldestDue },
      { head: 'Currency', of: (row) => row.currency },
      { head: 'From before', kind: 'decimal', of: (row) => toNumeric(row.fromBefore) },
    ],
    rows: rows.map((row) => ({
      ...row,
      id: row.key,
      to: `/view-invoices?${new URLSearchParams({ show: 'outstanding', ...(row.customerId !== null && { customer: row.customerId }) }).toString()}`,
    })),
  });
}
