import { lazy, Suspense, type ReactNode } from 'react';
import type { WorksList } from '@/features/works/list/use-works-list';
import { LoadingRows } from '@/ui/lists/list-states';

const GroupView = lazy(async () => ({ default: (await import('./group-view')).GroupView }));

/** The grouped list, or the plain list if there is no grouping. The code for groups is loaded on demand. */
export function Grouped({ list, title, children }: { list: WorksList; title: string; children: ReactNode }) {
  const { group } = list.view;
  if (group === null) return children;
  return (
    <Suspense fallback={<LoadingRows rows={8} />}>
      <GroupView key={group} list={list} grouping={group} title={title} />
    </Suspense>
  );
}
