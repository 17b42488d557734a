import { formatMoney, toNumeric } from '@/domain/core/money';
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
  type ShownRow,
} from './report-rows';
import { sheetOf, type Sheet } from './sheet';
import type { Report } from './use-income';

/** What was earned or invoiced as a table; `customer` is the name of the one that it is limited to. */
export function incomeSheet(report: Report, customer: string | undefined): Sheet {
  const { account, before, rows, scope, sums } = report;
  const { currency } = account.settings;
  const { basis, grouping, period } = scope;
  const columns = COLUMNS[basis];
  return sheetOf<ShownRow>({
    caption: 'Report',
    title: `${BASIS_WORDS[basis]} by ${grouping}`,
    fileName: `report-${basis}-by-${grouping}-${period.from}-to-${period.to}`,
    facts: [
      [spanWords(period), customer].filter(Boolean).join(', '),
      [
        ...columns.map(({ head, of }) => `${head} ${formatMoney(of(sums), currency)}`),
        `${YEAR_BEFORE} (${spanWords(before)}) ${formatMoney(sums.before, currency)}`,
      ].join(', '),
      BASIS_NOTES[basis],
      sharedNote(grouping),
      unvaluedWords(sums),
    ],
    columns: [
      {
        ...{ head: GROUPING_WORDS[grouping], width: 0, text: ({ name }: ShownRow) => name },
        csv: ({ key, name }) => (grouping === 'month' ? key.slice(0, 7) : name),
      },
      {
        ...{ head: COUNT_WORDS[basis], width: 17, figure: true },
        kind: 'whole',
        csv: ({ count }) => count,
        text: ({ count }) => count.toLocaleString('en-GB'),
      },
      ...columns.map((column, at) => ({
        ...{ head: column.head, width: 21, figure: true, kind: 'decimal' as const },
        text: (row: ShownRow) => amountWords(column, at, row, currency),
        csv: (row: ShownRow) => toNumeric(column.of(row)),
      })),
      {
        ...{ head: YEAR_BEFORE, width: 22, figure: true },
        kind: 'decimal',
        text: (row) => beforeWords(row, currency),
        csv: (row) => toNumeric(row.before),
      },
    ],
    grid: basis === 'work' ? 'report-columns' : 'report-documents',
    main: 2,
    unseen: [
      ...(basis === 'work'
        ? [{ head: 'No value yet', kind: 'whole' as const, of: ({ unvalued }: ShownRow) => unvalued }]
        : []),
      { head: 'Currency', of: () => currency },
    ],
    rows,
  });
}
