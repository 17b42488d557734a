// The columns of the printed works list when it is grouped.
import type { Account } from '@/domain/account/account';
import { formatMoney } from '@/domain/core/money';
import type { PrintoutColumn } from '@/domain/core/printout-columns';
import { formatDuration } from '@/domain/core/time';
import { statusLabel } from '@/domain/works/work';
import { amountWords, minutesOf, workValueWords } from '@/domain/works/work-words';
import type { Grouping } from '@/domain/works/works-list';
import { GROUPINGS } from '@/features/works/list/list-address';
import { statusOf } from '@/widgets/work-state';
import { missingText, type GroupLine } from './group-rows';
import { factsOf } from './group-table';

/** A group, or an entry of the open group. */
type Line = Extract<GroupLine, { kind: 'group' | 'entry' }>;

export const isPrintedLine = (line: GroupLine): line is Line => line.kind === 'group' || line.kind === 'entry';

/** "Customer". */
export const groupingLabel = (grouping: Grouping): string =>
  GROUPINGS.find(({ value }) => value === grouping)?.label ?? '';

export function groupColumns(
  { settings }: Account,
  grouping: Grouping,
  today: string,
): readonly PrintoutColumn<Line>[] {
  const { currency, incrementMinutes, seesRates } = settings;
  const columns: PrintoutColumn<Line>[] = [
    {
      head: groupingLabel(grouping),
      cell: (line) =>
        line.kind === 'group' ? line.name : [line.work.taskName, ...factsOf(line.work, grouping, today)].join(', '),
    },
    {
      head: 'Status',
      cell: (line) => (line.kind === 'group' ? missingText(line.group) : statusLabel(statusOf(line.work, today))),
    },
    {
      head: 'Entries',
      figure: true,
      cell: (line) =>
        line.kind === 'group' ? line.group.entries.toLocaleString('en-GB') : amountWords(line.work, incrementMinutes),
    },
    {
      head: 'Hours',
      figure: true,
      cell: (line) => {
        const minutes = line.kind === 'group' ? line.group.minutes || null : minutesOf(line.work);
        return minutes === null ? '' : formatDuration(minutes);
      },
    },
  ];
  const value: PrintoutColumn<Line> = {
    head: 'Value',
    figure: true,
    cell: (line) =>
      line.kind === 'group' ? formatMoney(line.group.value, currency) : workValueWords(line.work, currency),
  };
  return seesRates ? [...columns, value] : columns;
}
