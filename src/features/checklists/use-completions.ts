import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { completionsQuery, type CompletionFilter } from '@/data/checklists/checklist-completions';
import { useWaiting } from '@/offline/outbox/outbox';
import { shownRows, type Shown } from '@/offline/outbox/shown-rows';
import type { CompletionRow } from '@/records/completions';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { completionMapper } from './completion-entries';

export type ShownCompletion = Shown<CompletionRow>;
type DayOfChecks = { date: string; checks: ShownCompletion[] };

/** The completions that this person may read, newest first, including those in the outbox. */
export function useCompletions(filter: CompletionFilter) {
  const account = useAccount();
  const waiting = useWaiting();
  const query = useInfiniteQuery(completionsQuery(account, filter));
  const { data, dataUpdatedAt } = query;
  const { rowsOf } = useCurrentNames();
  const checks = useMemo(
    () =>
      shownRows(data?.pages.flatMap(rowsOf) ?? [], waiting, dataUpdatedAt, completionMapper(account))
        .filter(({ row }) => matchesFilter(row, filter))
        .toSorted((a, b) => Date.parse(b.row.completedAt) - Date.parse(a.row.completedAt)),
    [data, dataUpdatedAt, waiting, account, filter, rowsOf],
  );
  return { ...query, checks, days: byDay(checks) };
}

/** The same filter as in the database: rows from the outbox are not filtered yet. */
const matchesFilter = (
  row: CompletionRow,
  { template, machine, person, result, from, to }: CompletionFilter,
): boolean =>
  (template === '' || row.templateId === template) &&
  (machine === '' || row.machine === machine) &&
  (person === '' || row.createdBy === person) &&
  (result === '' || row.result === result) &&
  (from === '' || row.doneOn >= from) &&
  (to === '' || row.doneOn <= to);

function byDay(checks: readonly ShownCompletion[]): DayOfChecks[] {
  const days: DayOfChecks[] = [];
  for (const check of checks) {
    const last = days.at(-1);
    if (last?.date === check.row.doneOn) last.checks.push(check);
    else days.push({ date: check.row.doneOn, checks: [check] });
  }
  return days;
}
