import { formatMoney } from '@/domain/core/money';
import { formatDuration } from '@/domain/core/time';
import { statusLabel } from '@/domain/works/work';
import { GROUPINGS } from '@/features/works/list/list-address';
import { printedSums, useFilterWords } from '@/features/works/list/printed-works';
import type { WorksList } from '@/features/works/list/use-works-list';
import { amountWords, minutesOf, worthWords } from '@/features/works/work-words';
import { PrintTable, type PrintColumn } from '@/ui/lists/print-table';
import { usePrintNote } from '@/widgets/print-note';
import { statusOf } from '@/widgets/work-state';
import { needsWords, sharedWords, type GroupLine } from './group-rows';
import { factsOf } from './group-table';
import type { Groups } from './use-groups';

/** A group, or an entry of the open group. */
type Line = Extract<GroupLine, { kind: 'group' | 'entry' }>;

/** The grouped list for printing: every group, with the loaded entries of the open one below it. */
export function PrintedGroups({ list, groups, title }: { list: WorksList; groups: Groups; title: string }) {
  const { account, today } = list;
  const { currency, incrementMinutes, seesRates } = account.settings;
  const { grouping } = groups;
  const lines = groups.lines.filter((line) => line.kind === 'group' || line.kind === 'entry');
  const groupingLabel = GROUPINGS.find(({ value }) => value === grouping)?.label ?? '';
  const columns: PrintColumn<Line>[] = [
    {
      head: groupingLabel,
      cell: (line) =>
        line.kind === 'group' ? line.name : [line.work.taskName, ...factsOf(line.work, grouping, today)].join(', '),
    },
    {
      head: 'Status',
      cell: (line) => (line.kind === 'group' ? needsWords(line.group) : statusLabel(statusOf(line.work, today))),
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
  const value: PrintColumn<Line> = {
    head: 'Value',
    figure: true,
    cell: (line) => (line.kind === 'group' ? formatMoney(line.group.value, currency) : worthWords(line.work, currency)),
  };
  return (
    <PrintTable
      note={[usePrintNote(useFilterWords(list)), sharedWords(grouping)].filter(Boolean).join(' ')}
      title={`${title} by ${groupingLabel.toLowerCase()}`}
      columns={seesRates ? [...columns, value] : columns}
      rows={lines}
      total={lines.length}
      sums={printedSums(list)}
    />
  );
}
