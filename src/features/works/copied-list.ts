import type { WorksCopy } from '@/data/snapshot-store';
import type { Work } from '@/data/works';
import { filterOfGroup } from '@/data/works-groups';
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
} from '@/domain/works-list';

/** The list of a filter as the copy on this device has it. */
export type CopiedList = {
  rows: readonly Work[];
  totals: () => WorksTotals;
  groups: (by: Grouping) => readonly WorksGroup[];
  ofGroup: (by: Grouping, key: string) => readonly Work[];
  /** Milliseconds: when the copy was made. */
  at: number;
  /** The first day from which everything is here, where the filter asks for more than that; null where nothing is missing. */
  border: string | null;
};

/** Remembers the last answer: the same question is asked with every move of the list. */
function once<Args extends readonly unknown[], Answer>(ask: (...args: Args) => Answer): (...args: Args) => Answer {
  let last: { key: string; answer: Answer } | null = null;
  return (...args) => {
    const key = JSON.stringify(args);
    if (last?.key !== key) last = { key, answer: ask(...args) };
    return last.answer;
  };
}

/** Billed entries from before the border are missing, unless the filter asks for none of them. */
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

/** Makes a function that lists a copy, and gives the very same list again while the question is the same. */
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
