import { formatMoney, hoursFromMinutes, toNumeric } from '@/domain/core/money';
import { formatDuration, shortMonth } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { HoursRow, HoursSums } from '@/domain/reports/hours';
import { isUuid } from '@/lib/params';
import { GROUPING_WORDS, nameOf, spanWords } from './report-rows';
import { amountColumn, hoursColumn, sheetOf, type Sheet } from './sheet';
import type { Hours } from './use-hours';

const NOTE =
  'Clocked are the paid hours of the Time Diary, on the day on which a shift began, without running shifts and those that need a look. On jobs are the hours of the people of a job, or else of who logged it. Not logged is how much more a person clocked than is on jobs, day by day.';
const OVERTIME_NOTE = 'Overtime follows your own limits in the time settings, by weeks from Monday.';
const NO_OVERTIME_NOTE = 'Your time settings have no limit for overtime.';
const COST_NOTE = 'The cost is by each person’s cost of an hour on that day, for overtime too.';

/** Explains the figures, below the table and in the PDF. */
export const hoursNotes = ({ hasOvertime, sums }: Hours): string[] => [
  NOTE,
  hasOvertime ? OVERTIME_NOTE : NO_OVERTIME_NOTE,
  ...(sums.cost === 0 ? [] : [COST_NOTE]),
];

/** Says what the figures leave out; empty if they are complete. */
export const hoursGaps = ({ sums: { cost, uncosted, untimed } }: Hours): string[] => [
  ...(untimed === 0
    ? []
    : [
        `${counted(untimed, 'time a person is', 'times a person is')} on a job without hours. What they clocked for it counts as not logged.`,
      ]),
  ...(cost === 0 || uncosted === 0
    ? []
    : [`${formatDuration(uncosted)} of people without a cost of an hour are not in the cost.`]),
];

type Amount = readonly [head: string, of: (sums: HoursSums) => number];

const SPLIT: readonly Amount[] = [
  ['Normal', ({ worked, overtime }) => worked - overtime],
  ['Overtime', ({ overtime }) => overtime],
];

/** The columns of hours, on the screen and in the files. The screen shows the first one as its main figure. */
export const hourAmounts = ({ hasOvertime }: Pick<Hours, 'hasOvertime'>): readonly Amount[] => [
  ['Clocked', ({ worked }) => worked],
  ...(hasOvertime ? SPLIT : []),
  ['On jobs', ({ logged }) => logged],
  ['Not logged', ({ unlogged }) => unlogged],
];

export type ShownHours = HoursRow & { id: string; name: string; shortName: string; to: string | null };

/** The rows with their names and links. */
export function shownHours({ grouping, period, personId, rows }: Hours): ShownHours[] {
  const linkOf = (key: string): string | null => {
    if (grouping === 'person')
      return isUuid(key)
        ? `/reports?${new URLSearchParams({ report: 'hours', period: 'dates', ...period, by: 'week', person: key }).toString()}`
        : null;
    const params = new URLSearchParams(grouping === 'week' ? { week: key } : { month: key.slice(0, 7) });
    if (personId !== null) params.set('person', personId);
    return `/time-diary?${params.toString()}`;
  };
  return rows.map((row) => ({
    ...row,
    id: `${grouping} ${row.key}`,
    name: nameOf(row, grouping, period),
    shortName: `${grouping === 'week' ? `${Number(row.key.slice(8))} ` : ''}${shortMonth(Number(row.key.slice(5, 7)))}`,
    to: linkOf(row.key),
  }));
}

/** The hours as a table. */
export function hoursSheet(hours: Hours): Sheet {
  const { currency, grouping, hasOvertime, people, period, personId, sums } = hours;
  const person = people.find(({ id }) => id === personId)?.name;
  return sheetOf<ShownHours>({
    ...{ caption: 'Hours', title: `Hours by ${grouping}` },
    fileName: `report-hours-by-${grouping}-${period.from}-to-${period.to}`,
    facts: [
      [spanWords(period), person].filter(Boolean).join(', '),
      [
        ...hourAmounts(hours).map(([head, of]) => `${head} ${formatDuration(of(sums))}`),
        ...(sums.cost === 0 ? [] : [`Cost ${formatMoney(sums.cost, currency)}`]),
      ].join(', '),
      ...hoursGaps(hours),
      ...hoursNotes(hours),
    ],
    ...{ grid: hasOvertime ? 'hours-columns' : 'hours-no-overtime', main: 1 },
    columns: [
      {
        ...{ head: GROUPING_WORDS[grouping], width: 0, text: ({ name }) => name },
        csv: ({ key, name }) => (grouping === 'month' ? key.slice(0, 7) : grouping === 'week' ? key : name),
      },
      ...hourAmounts(hours).map(([head, of]) => hoursColumn<ShownHours>(head, of)),
      amountColumn('Cost', currency, ({ cost }) => cost),
    ],
    unseen: [
      { head: 'Hours without cost', kind: 'decimal', of: ({ uncosted }) => toNumeric(hoursFromMinutes(uncosted)) },
      { head: 'Jobs without hours', kind: 'whole', of: ({ untimed }) => untimed },
      { head: 'Currency', of: () => currency },
    ],
    rows: shownHours(hours),
  });
}
