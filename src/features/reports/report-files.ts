// The report that is shown, as CSV and PDF: the same rows in the same order, and the same sums.
import { mutationOptions } from '@tanstack/react-query';
import { toCsv } from '@/domain/core/csv';
import { formatMoney, toNumeric } from '@/domain/core/money';
import { formatDateDated, localTimeIn } from '@/domain/core/time';
import { BRAND } from '@/lib/brand';
import { saveFile } from '@/lib/files/save-file';
import {
  amountWords,
  BASIS_NOTES,
  BASIS_WORDS,
  beforeWords,
  COLUMNS,
  COUNT_WORDS,
  GROUPING_WORDS,
  sharedNote,
  spanWords,
  unvaluedWords,
  YEAR_BEFORE,
} from './report-rows';
import type { Report } from './use-report';

/** What is saved: the report, and the name of the customer that it is limited to. */
type Saved = { report: Report; customer: string | undefined };

const failed = { title: 'Error', description: 'Could not make the file.' };

const columnName = (head: string) => head.toLowerCase().replaceAll(' ', '_');

const fileName = ({ scope: { basis, grouping, period } }: Report) =>
  `report-${basis}-by-${grouping}-${period.from}-to-${period.to}`;

function reportCsv({ account, rows, scope: { basis, grouping } }: Report): string {
  const columns = COLUMNS[basis];
  return toCsv(
    [grouping, ...[COUNT_WORDS[basis], ...columns.map(({ head }) => head)].map(columnName)].concat(
      basis === 'work' ? ['no_value_yet'] : [],
      columnName(YEAR_BEFORE),
      'currency',
    ),
    rows.map((row) => [
      grouping === 'month' ? row.key.slice(0, 7) : row.name,
      row.count,
      ...columns.map(({ of }) => toNumeric(of(row))),
      ...(basis === 'work' ? [row.unvalued] : []),
      toNumeric(row.before),
      account.settings.currency,
    ]),
  );
}

export const saveReportCsv = mutationOptions({
  mutationKey: ['reports', 'csv'],
  networkMode: 'always',
  mutationFn: ({ report }: Saved) => {
    saveFile(new File([reportCsv(report)], `${fileName(report)}.csv`, { type: 'text/csv' }));
    return Promise.resolve();
  },
  meta: { failed },
});

export const saveReportPdf = mutationOptions({
  mutationKey: ['reports', 'pdf'],
  networkMode: 'always',
  mutationFn: async ({ report, customer }: Saved) => {
    const [{ tablePdf }, { loadFonts }] = await Promise.all([import('@/pdf/table-pdf'), import('@/pdf/fonts')]);
    const { account, before, rows, scope, sums, today } = report;
    const { farmName, zone, currency } = account.settings;
    const { basis, grouping, period } = scope;
    const columns = COLUMNS[basis];
    const width = 22;
    const pdf = tablePdf(
      {
        farm: farmName ?? BRAND,
        title: `${BASIS_WORDS[basis]} by ${grouping}`,
        facts: [
          [spanWords(period), customer].filter(Boolean).join(', '),
          [
            ...columns.map(({ head, of }) => `${head} ${formatMoney(of(sums), currency)}`),
            `${YEAR_BEFORE} (${spanWords(before)}) ${formatMoney(sums.before, currency)}`,
          ].join(', '),
          BASIS_NOTES[basis],
          sharedNote(grouping),
          unvaluedWords(sums),
          `Printed on ${formatDateDated(today)} at ${localTimeIn(zone, new Date())}`,
        ],
        columns: [
          { head: GROUPING_WORDS[grouping], width: 0 },
          { head: COUNT_WORDS[basis], width: 17, figure: true },
          ...columns.map(({ head }) => ({ head, width, figure: true })),
          { head: YEAR_BEFORE, width, figure: true },
        ],
        rows: rows.map((row) => [
          row.name,
          row.count.toLocaleString('en-GB'),
          ...columns.map((column, at) => amountWords(column, at, row, currency)),
          beforeWords(row, currency),
        ]),
      },
      await loadFonts(),
    );
    saveFile(new File([pdf], `${fileName(report)}.pdf`, { type: 'application/pdf' }));
  },
  meta: { failed },
});
