import type { Grouping } from '@/data/works/works-groups';
import { overlapWords } from '@/domain/works/works-list';
import type { WorksList } from '@/features/works/list/use-works-list';
import { useWide } from '@/ui/layout/use-wide';
import { QueryList } from '@/ui/lists/query-list';
import { GroupCards } from './group-cards';
import { GroupTable } from './group-table';
import { PrintedGroups } from './printed-groups';
import { useGroups } from './use-groups';

/** The grouped list with sums. Opening a group closes the previous one. */
export function GroupView({ list, grouping, title }: { list: WorksList; grouping: Grouping; title: string }) {
  const groups = useGroups(list, grouping);
  const wide = useWide();
  if (!groups.isThere) return <QueryList read={groups.read} loading={{ rows: 8 }} />;
  return (
    <div className="grid gap-3" aria-busy={groups.isPlaceholder}>
      {overlapWords(grouping) && <p className="hint">{overlapWords(grouping)}</p>}
      {wide ? <GroupTable list={list} groups={groups} /> : <GroupCards list={list} groups={groups} />}
      <PrintedGroups list={list} groups={groups} title={title} />
    </div>
  );
}
