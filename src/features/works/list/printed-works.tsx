import { useQueryClient } from '@tanstack/react-query';
import { PrintTable } from '@/ui/lists/print-table';
import { usePrintNote } from '@/widgets/print-note';
import type { WorksList } from './use-works-list';
import { worksColumns, worksFilterWords, worksSums } from './works-columns';

/** The list for printing: first the entries in the outbox, then all loaded rows. */
export function PrintedWorks({ list, title }: { list: WorksList; title: string }) {
  const { account, entriesAbove, rows, total, totals, today } = list;
  const waiting = entriesAbove.map(({ work }) => work);
  const waitingIds = new Set(waiting.map(({ id }) => id));
  const listed = rows.filter(({ id }) => !waitingIds.has(id));
  return (
    <PrintTable
      title={title}
      note={usePrintNote(worksFilterWords(list, useQueryClient()))}
      columns={worksColumns(account, today, waitingIds)}
      rows={[...waiting, ...listed]}
      total={waiting.length + total - (rows.length - listed.length)}
      sums={totals ? worksSums(account, totals) : []}
    />
  );
}
