import type { Grouping, WorksGroup } from '@/data/works/works-groups';
import { compareNames } from '@/domain/core/search';
import { formatDate } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { GroupOrder } from '@/features/works/list/list-address';
import type { Work } from '@/records/works';

/** A row of the grouped list: a group, an entry of the open group, or a loading or error row. */
export type GroupLine =
  | { kind: 'group'; id: string; group: WorksGroup; name: string }
  | { kind: 'entry'; id: string; work: Work }
  | { kind: 'loading'; id: 'loading' }
  | { kind: 'failed'; id: 'failed' };

/** The open group with its entries loaded so far; `state`: whether all are loaded, more are loading, or loading failed. */
export type OpenedGroup = { key: string; entries: readonly Work[]; state: 'complete' | 'loading' | 'failed' };

const nameOf = (grouping: Grouping, { key, label }: WorksGroup, today: string) =>
  grouping === 'day' ? formatDate(key, today) : label;

/** Order by name: days latest first, other groups alphabetically. Order by value: ties by hours, then by entries. */
function comparison(grouping: Grouping, order: GroupOrder) {
  const byName = (a: WorksGroup, b: WorksGroup) =>
    grouping === 'day' ? (a.key < b.key ? 1 : -1) : compareNames(a.label, b.label) || (a.key < b.key ? -1 : 1);
  if (order === 'name') return byName;
  return (a: WorksGroup, b: WorksGroup) =>
    b.value - a.value || b.minutes - a.minutes || b.entries - a.entries || byName(a, b);
}

/** All rows: the sorted groups, with the entries of the open group below it. */
export function groupLines(
  groups: readonly WorksGroup[],
  grouping: Grouping,
  order: GroupOrder,
  today: string,
  opened: OpenedGroup | null,
): GroupLine[] {
  return groups
    .toSorted(comparison(grouping, order))
    .flatMap((group): GroupLine[] => [
      { kind: 'group', id: `${grouping} ${group.key}`, group, name: nameOf(grouping, group, today) },
      ...(group.key === opened?.key ? entryLines(opened) : []),
    ]);
}

function entryLines({ entries, state }: OpenedGroup): GroupLine[] {
  const lines: GroupLine[] = entries.map((work) => ({ kind: 'entry', id: work.id, work }));
  if (state === 'complete') return lines;
  return [...lines, state === 'loading' ? { kind: 'loading', id: 'loading' } : { kind: 'failed', id: 'failed' }];
}

const countText = (count: number, one: string, more: string) => (count === 0 ? '' : counted(count, one, more));

/** "3 need a rate, 1 needs a quantity"; empty if nothing is missing. */
export const missingText = ({ needsRate, needsQuantity }: WorksGroup): string =>
  [countText(needsRate, 'needs a rate', 'need a rate'), countText(needsQuantity, 'needs a quantity', 'need a quantity')]
    .filter(Boolean)
    .join(', ');
