import { formatMoney, toNumeric, type Currency, type Decimal } from '@/domain/core/money';
import { counted, plural } from '@/domain/core/word-list';
import { marginPercent, type MarginRow, type MarginSums, type UncostedJob } from '@/domain/reports/margin';
import { daysOf } from '@/domain/reports/report';
import { GROUPING_WORDS, nameOf, sharedNote, spanWords } from './report-rows';
import { dayColumn, sheetOf, type Sheet } from './sheet';
import { UNCOSTED, type Margins } from './use-margin';

export const SHARED_COSTS_NOTE =
  'Amounts are without VAT. The margin is what jobs earned less people, machines and materials. The costs of a job are shared among its lines by their value, or equally if no line has a value. A line counts for the person who logged it.';

const jobCount = (n: number) => counted(n, 'job', 'jobs');

/** "12 of 40 jobs have no costs recorded; they are left out of the margin.", or empty. */
export const uncostedWords = ({ jobs, uncosted }: MarginSums): string =>
  uncosted === 0
    ? ''
    : `${uncosted.toLocaleString('en-GB')} of ${jobCount(jobs + uncosted)} ${plural(uncosted, 'has', 'have')} no costs recorded; ${plural(uncosted, 'it is', 'they are')} left out of the margin.`;

/** "3 jobs lack a value, hours or a cost, which counts as nothing.", or empty. */
export const incompleteWords = ({ incomplete }: MarginSums): string =>
  incomplete === 0
    ? ''
    : `${jobCount(incomplete)} ${plural(incomplete, 'lacks', 'lack')} a value, hours or a cost somewhere; what is missing counts as nothing.`;

const AMOUNTS = [
  ['Earned', ({ earned }) => earned],
  ['People', ({ people }) => people],
  ['Machines', ({ machines }) => machines],
  ['Materials', ({ materials }) => materials],
  ['Margin', ({ margin }) => margin],
] as const satisfies readonly (readonly [string, (sums: MarginSums) => Decimal])[];

/** Costs that come to nothing are those that nobody entered. */
const isUnknown = (head: string, amount: Decimal) => amount === 0 && head !== 'Earned' && head !== 'Margin';

/** The sums in words: "£30.00", or "not entered". */
export const sumWords = (sums: MarginSums, currency: Currency) =>
  AMOUNTS.map(([label, of]) => ({
    label,
    value: isUnknown(label, of(sums)) ? 'not entered' : formatMoney(of(sums), currency),
  }));

/** The margin as a table; `customer` is the name of the one that it is limited to. */
export function marginSheet(margins: Margins, currency: Currency, customer: string | undefined): Sheet {
  const { grouping, customerId, period, rows, sums, uncosted } = margins;
  const scope = [spanWords(period), customer].filter(Boolean).join(', ');
  if (grouping === UNCOSTED)
    return sheetOf<UncostedJob & { id: string; to: string }>({
      ...{ caption: 'Jobs without costs', title: 'Jobs without costs' },
      fileName: `report-no-costs-${period.from}-to-${period.to}`,
      facts: [scope, uncostedWords(sums)],
      ...{ grid: 'margin-uncosted', main: 3, unseen: [{ head: 'Currency', of: () => currency }] },
      columns: [
        dayColumn('Date', (row) => row.workDate),
        { head: 'Customer', width: 50, text: (row) => row.customer },
        { head: 'Job', width: 0, text: (row) => row.tasks },
        {
          ...{ head: 'Value', width: 26, figure: true },
          kind: 'decimal',
          text: (row) => (row.unvalued && row.value === 0 ? '' : formatMoney(row.value, currency)),
          csv: (row) => toNumeric(row.value),
        },
      ],
      rows: uncosted.map((row) => ({ ...row, id: row.jobId, to: `/works-list?margin=${row.jobId}` })),
    });
  const { from, to } = period;
  const percent = (row: MarginSums) => marginPercent(row);
  return sheetOf<MarginRow & { id: string; name: string; to: string }>({
    ...{ caption: 'Margin', title: `Margin by ${grouping}` },
    fileName: `report-margin-by-${grouping}-${from}-to-${to}`,
    facts: [
      scope,
      sumWords(sums, currency)
        .map(({ label, value }) => `${label} ${value}`)
        .join(', '),
      uncostedWords(sums),
      incompleteWords(sums),
      SHARED_COSTS_NOTE,
      sharedNote(grouping),
    ],
    ...{ grid: 'margin-columns', main: 6 },
    columns: [
      {
        ...{ head: GROUPING_WORDS[grouping], width: 0, text: ({ name }) => name },
        csv: ({ key, name }) => (grouping === 'month' ? key.slice(0, 7) : name),
      },
      {
        ...{ head: 'Jobs', width: 12, figure: true },
        kind: 'whole',
        text: ({ jobs }) => jobs.toLocaleString('en-GB'),
        csv: ({ jobs }) => jobs,
      },
      ...AMOUNTS.map(([head, of]) => ({
        ...{ head, width: 22, figure: true, kind: 'decimal' as const },
        text: (row: MarginRow) => (isUnknown(head, of(row)) ? '' : formatMoney(of(row), currency)),
        csv: (row: MarginRow) => (isUnknown(head, of(row)) ? null : toNumeric(of(row))),
      })),
      {
        ...{ head: '%', width: 12, figure: true },
        kind: 'whole',
        text: (row) => (percent(row) === null ? '' : `${percent(row)} %`.replace('-', '−')),
        csv: percent,
      },
    ],
    unseen: [
      { head: 'Jobs without costs', kind: 'whole', of: ({ uncosted: n }) => n },
      { head: 'Incomplete jobs', kind: 'whole', of: ({ incomplete }) => incomplete },
      { head: 'Currency', of: () => currency },
    ],
    rows: rows
      // A group that has only jobs without costs has no margin.
      .filter(({ jobs }) => jobs > 0)
      .map((row) => {
        const days = grouping === 'month' ? daysOf('month', row.key, period) : period;
        const params = new URLSearchParams({ ...days, ...(customerId === null ? {} : { customer: customerId }) });
        if (grouping !== 'month') params.set(grouping, row.key);
        return {
          ...row,
          id: `${grouping} ${row.key}`,
          name: nameOf(row, grouping, period),
          to: `/works-list?${params.toString()}`,
        };
      }),
  });
}
