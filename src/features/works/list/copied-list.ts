import { filterOfGroup } from '@/data/works/works-groups';
import {
  filterWorks,
  sortWorks,
  worksGroups,
  worksTotals,
  type Grouping,
  type JobPlaces,
  type WorksFilter,
  type WorksGroup,
  type WorksSort,
  type WorksTotals,
} from '@/domain/works/works-list';
import type { WorksCopy } from '@/offline/snapshot/snapshot-store';
import type { Work } from '@/records/works';

/** A filtered list from the copy of the works on this device. */
export type CopiedList = {
  rows: readonly Work[];
  totals: () => WorksTotals;
  groups: (grouping: Grouping) => readonly WorksGroup[];
  ofGroup: (grouping: Grouping, key: string) => readonly Work[];
  /** When the copy was made, in milliseconds since the epoch. */
  at: number;
  /** The first day from which the copy is complete, if the filter goes back further; null if nothing is missing. */
  border: string | null;
};

/** Caches the last result, because scrolling repeats the same arguments on every render. */
function memoizeLast<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { key: string; result: Result } | null = null;
  return (...args) => {
    const key = JSON.stringify(args);
    if (last?.key !== key) last = { key, result: compute(...args) };
    return last.result;
  };
}

/**
 * The first day from which the filtered list is complete: the copy's border, because the copy contains no billed
 * entries from before it. Null if the filter excludes those entries, so that nothing is missing.
 */
function completeFrom({ older, border }: WorksCopy, { from, statuses }: WorksFilter): string | null {
  const includesBilled =
    statuses.length === 0 || statuses.some((status) => !['needs_quantity', 'needs_rate', 'ready'].includes(status));
  return older && includesBilled && (from === null || from < border) ? border : null;
}

function listOf(copy: WorksCopy, places: JobPlaces, filter: WorksFilter, sort: WorksSort): CopiedList {
  const rows = sortWorks(filterWorks(copy.works, filter, places), sort);
  return {
    rows,
    totals: memoizeLast(() => worksTotals(rows)),
    groups: memoizeLast((grouping: Grouping) => worksGroups(rows, grouping, filter, places)),
    ofGroup: memoizeLast((grouping: Grouping, key: string) =>
      filterWorks(rows, filterOfGroup(filter, grouping, key), places),
    ),
    at: copy.at,
    border: completeFrom(copy, filter),
  };
}

/** Returns a function that filters and sorts a copy. It returns the same object while its arguments are the same. */
export function createCopyLister() {
  let lastCopy: WorksCopy | null = null;
  let lastPlaces: JobPlaces | null = null;
  let compute: ((filter: WorksFilter, sort: WorksSort) => CopiedList) | null = null;
  return (copy: WorksCopy, places: JobPlaces, filter: WorksFilter, sort: WorksSort): CopiedList => {
    if (!compute || lastCopy !== copy || lastPlaces !== places) {
      lastCopy = copy;
      lastPlaces = places;
      compute = memoizeLast((...filterAndSort) => listOf(copy, places, ...filterAndSort));
    }
    return compute(filter, sort);
  };
}
