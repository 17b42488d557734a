import { formatMoney, toNumeric, type Currency, type Decimal } from '@/domain/core/money';
import { addDays, formatDateDated, formatDuration } from '@/domain/core/time';
import { formatQuantityWithUnit } from '@/domain/core/units';
import {
  lacks,
  olderThan,
  valueOf,
  type IncompleteWork,
  type LastYearWork,
  type RadarList,
  type UnbilledCustomer,
  type UnloggedDay,
} from '@/domain/reports/radar';
import { counted, plural } from '@/domain/core/word-list';
import { dayColumn, hoursColumn, sheetOf, type Sheet } from './sheet';
import type { Radar } from './use-radar';

export const LIST_WORDS: Record<RadarList, string> = {
  unbilled: 'Not invoiced',
  clocked: 'Clocked, not logged',
  incomplete: 'No rate or quantity',
  'last-year': 'Not yet this year',
};

/** Explains a list, below it and in the PDF. */
export const listNote = (list: RadarList, days: number): string =>
  ({
    unbilled: `Work that is more than ${days} days old and on no invoice. Amounts are without VAT.`,
    clocked: `Days of the last ${days} days on which a person clocked time, but has no entry and is on no job.`,
    incomplete: 'Entries that can’t be invoiced yet, because their rate or quantity is missing.',
    'last-year':
      'Work of last year, up to three weeks before or after this day, that the customer has not had this year. Archived customers are left out. Amounts are without VAT.',
  })[list];

/** What a list comes to, in figures and in words; the note names what the figure leaves out. */
type ListSum = { figure: string; words: string; note: string };

const withoutValue = (rows: readonly { unvalued: number }[]): string => {
  const n = rows.reduce((sum, { unvalued }) => sum + unvalued, 0);
  return n === 0 ? '' : `${counted(n, 'entry without a value is', 'entries without a value are')} not in this sum.`;
};

/** The sum of a list; null until it is loaded. */
export function listSum(radar: Radar, list: RadarList, currency: Currency): ListSum | null {
  const { unbilled, clocked, incomplete, lastYear } = radar;
  const amount = (rows: readonly { value: Decimal }[]) => formatMoney(valueOf(rows), currency);
  switch (list) {
    case 'unbilled':
      return unbilled === undefined
        ? null
        : {
            ...{ figure: amount(unbilled), words: counted(unbilled.length, 'customer', 'customers') },
            note: withoutValue(unbilled),
          };
    case 'clocked':
      return clocked === undefined
        ? null
        : {
            figure: formatDuration(clocked.reduce((sum, { minutes }) => sum + minutes, 0)),
            words: counted(clocked.length, 'day', 'days'),
            note: '',
          };
    case 'incomplete':
      return incomplete === undefined
        ? null
        : {
            figure: incomplete.length.toLocaleString('en-GB'),
            words: plural(incomplete.length, 'entry', 'entries'),
            note: '',
          };
    case 'last-year':
      return lastYear === undefined
        ? null
        : {
            ...{ figure: amount(lastYear), words: counted(lastYear.length, 'kind of work', 'kinds of work') },
            note: withoutValue(lastYear),
          };
  }
}

function worksList(params: Record<string, string>, statuses: readonly string[] = []): string {
  const query = new URLSearchParams(params);
  for (const status of statuses) query.append('status', status);
  return `/works-list?${query.toString()}`;
}

const INCOMPLETE = ['needs_quantity', 'needs_rate'];

/** "14 May 2025", or "14 May 2025 – 2 Jun 2025". */
const daysWords = ({ firstDay, lastDay }: LastYearWork): string =>
  [...new Set([firstDay, lastDay])].map(formatDateDated).join(' – ');

const amountOf = ({ quantity, chargeableUnit }: LastYearWork | IncompleteWork): string =>
  quantity === null ? '' : formatQuantityWithUnit(quantity, chargeableUnit);

/** The chosen list as a table; `customer` is the name of the one that it is limited to. */
export function radarSheet(radar: Radar, currency: Currency, customer: string | undefined): Sheet {
  const { today, view } = radar;
  const { list, days } = view;
  const sum = listSum(radar, list, currency);
  const common = {
    ...{ caption: LIST_WORDS[list], title: LIST_WORDS[list], fileName: `report-${list}-${today}` },
    facts: [
      [sum && `${sum.figure}, ${sum.words}`, list !== 'clocked' && customer].filter(Boolean).join(', '),
      listNote(list, days),
      sum?.note ?? '',
    ],
  };
  const money = { width: 26, figure: true };
  const ofCurrency = [{ head: 'Currency', of: () => currency }];
  switch (list) {
    case 'unbilled':
      return sheetOf<UnbilledCustomer & { id: string; to: string }>({
        ...common,
        ...{ grid: 'radar-unbilled', main: 4, unseen: ofCurrency },
        columns: [
          { head: 'Customer', width: 0, text: (row) => row.customer },
          dayColumn('Oldest', (row) => row.oldest),
          {
            ...{ head: 'Entries', width: 18, figure: true },
            text: (row) => row.entries.toLocaleString('en-GB'),
            kind: 'whole',
            csv: (row) => row.entries,
          },
          {
            ...{ head: 'No value yet', width: 22, figure: true },
            text: (row) => (row.unvalued === 0 ? '' : row.unvalued.toLocaleString('en-GB')),
            kind: 'whole',
            csv: (row) => row.unvalued,
          },
          {
            ...{ head: 'Value', ...money },
            text: (row) => formatMoney(row.value, currency),
            kind: 'decimal',
            csv: (row) => toNumeric(row.value),
          },
        ],
        rows: (radar.unbilled ?? []).map((row) => ({
          ...row,
          id: row.customerId,
          to: worksList({ to: addDays(olderThan(days, today), -1), customer: row.customerId }, [
            'ready',
            ...INCOMPLETE,
          ]),
        })),
      });
    case 'clocked':
      return sheetOf<UnloggedDay & { id: string; to: string }>({
        ...common,
        ...{ grid: 'radar-clocked', main: 3 },
        columns: [
          dayColumn('Date', (row) => row.workDate),
          { head: 'Person', width: 40, text: (row) => row.person },
          { head: 'Clocked for', width: 0, text: (row) => row.activities },
          hoursColumn('Hours', (row) => row.minutes),
        ],
        rows: (radar.clocked ?? []).map((row) => ({
          ...row,
          id: `${row.personId} ${row.workDate}`,
          to: `/time-diary?${new URLSearchParams({ week: row.workDate, person: row.personId }).toString()}`,
        })),
      });
    case 'incomplete':
      return sheetOf<IncompleteWork & { to: string }>({
        ...common,
        ...{ grid: 'radar-incomplete', main: 3 },
        columns: [
          dayColumn('Date', (row) => row.workDate),
          { head: 'Customer', width: 0, text: (row) => row.customer },
          { head: 'Task', width: 36, text: (row) => row.taskName },
          { head: 'Missing', width: 30, text: lacks },
          { head: 'Quantity', width: 22, figure: true, text: amountOf },
          { head: 'Person', width: 32, text: (row) => row.person },
        ],
        rows: (radar.incomplete ?? []).map((row) => ({ ...row, to: worksList({ edit: row.id }, INCOMPLETE) })),
      });
    case 'last-year':
      return sheetOf<LastYearWork & { id: string; to: string }>({
        ...common,
        ...{ grid: 'radar-last-year', main: 4 },
        unseen: [{ head: 'Last day', kind: 'date', of: (row) => row.lastDay }, ...ofCurrency],
        columns: [
          { head: 'Customer', width: 0, text: (row) => row.customer },
          { head: 'Task', width: 40, text: (row) => row.taskName },
          { head: 'Last year', width: 34, text: daysWords, kind: 'date', csv: (row) => row.firstDay },
          { head: 'Quantity', width: 24, figure: true, text: amountOf },
          {
            ...{ head: 'Value', ...money },
            text: (row) => formatMoney(row.value, currency),
            kind: 'decimal',
            csv: (row) => toNumeric(row.value),
          },
        ],
        rows: (radar.lastYear ?? []).map((row) => ({
          ...row,
          id: `${row.customerId} ${row.taskName} ${row.chargeableUnit}`,
          to: worksList({ from: row.firstDay, to: row.lastDay, customer: row.customerId, task: row.taskName }),
        })),
      });
  }
}
