import { useQueryClient } from '@tanstack/react-query';
import { overlapWords } from '@/domain/works/works-list';
import type { WorksList } from '@/features/works/list/use-works-list';
import { worksFilterWords, worksSums } from '@/features/works/list/works-columns';
import { PrintTable } from '@/ui/lists/print-table';
import { usePrintNote } from '@/widgets/print-note';
import { groupColumns, groupingLabel, isPrintedLine } from './group-columns';
import type { Groups } from './use-groups';

/** The grouped list for printing: every group, with the loaded entries of the open one below it. */
export function PrintedGroups({ list, groups, title }: { list: WorksList; groups: Groups; title: string }) {
  const { account, today, totals } = list;
  const { grouping } = groups;
  const lines = groups.lines.filter(isPrintedLine);
  const note = usePrintNote(worksFilterWords(list, useQueryClient()));
  return (
    <PrintTable
      note={[note, overlapWords(grouping)].filter(Boolean).join(' ')}
      title={`${title} by ${groupingLabel(grouping).toLowerCase()}`}
      columns={groupColumns(account, grouping, today)}
      rows={lines}
      total={lines.length}
      sums={totals ? worksSums(account, totals) : []}
    />
  );
}
