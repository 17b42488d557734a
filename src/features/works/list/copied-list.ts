import { filterOfGroup } from '@/data/works/works-groups';
import {
  filterWorks,
  sortWorks,
  worksGroups,
  worksTotals,
  type Grouping,
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
  groups: (by: Grouping) => readonly WorksGroup[];
  ofGroup: (by: Grouping, key: string) => readonly Work[];
  /** When the copy was made, in milliseconds since the epoch. */
  at: number;
  /** The first day from which the copy is complete, if the filter goes back further; null if nothing is missing. */
  border: string | null;
};

/** Caches the last result: the same arguments recur on every render while scrolling. */
function once<Args extends readonly unknown[], Answer>(ask: (...args: Args) => Answer): (...args: Args) => Answer {
  let last: { key: string; answer: Answer } | null = null;
  return (...args) => {
    const key = JSON.stringify(args);
    if (last?.key !== key) last = { key, answer: ask(...args) };
    return last.answer;
  };
}

/** Billed entries from before the border are missing in the copy, which matters unless the filter excludes them. */
function borderOf({ older, border }: WorksCopy, { from, statuses }: WorksFilter): string | null {
  const asksBilled =
    statuses.length === 0 || statuses.some((status) => !['needs_quantity', 'needs_rate', 'ready'].includes(status));
  return older && asksBilled && (from === null || from < border) ? border : null;
}

function listOf(copy: WorksCopy, filter: WorksFilter, sort: WorksSort): CopiedList {
  const rows = sortWorks(filterWorks(copy.works, filter), sort);
  return {
    rows,
    totals: once(() => worksTotals(rows)),
    groups: once((by: Grouping) => worksGroups(rows, by)),
    ofGroup: once((by: Grouping, key: string) => filterWorks(rows, filterOfGroup(filter, by, key))),
    at: copy.at,
    border: borderOf(copy, filter),
  };
}

/** Returns a function that lists a copy. It returns the same object while the arguments are the same. */
export function copiedLists() {
  let before: WorksCopy | null = null;
  let ask: ((filter: WorksFilter, sort: WorksSort) => CopiedList) | null = null;
  return (copy: WorksCopy, filter: WorksFilter, sort: WorksSort): CopiedList => {
    if (!ask || before !== copy) {
      before = copy;
      ask = once((...question) => listOf(copy, ...question));
    }
    return ask(filter, sort);
  };
}
