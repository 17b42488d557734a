import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import type { Account } from '@/domain/account/account';
import { scoreOf } from '@/domain/checklists/checklist';
import { latestChecks, type LatestCheck } from '@/domain/checklists/checklist-board';
import { todayIn } from '@/domain/core/time';
import type { Entry } from '@/offline/outbox/entry';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowsFrom } from '@/offline/outbox/record-entries';
import { COMPLETION, templateNameIn, type Completion } from '@/records/completions';
import { useAccount } from '@/session/account';

/** A completion still in the outbox, scored by the same rules as in the database. */
export function completionOf(entry: Entry, account: Account): Completion {
  const defaults = {
    version: 1,
    completedAt: entry.recordedAt,
    createdBy: account.userId,
    createdByName: [account.firstName, account.lastName].filter(Boolean).join(' '),
  };
  const withDerivedFields = (completion: Completion): Completion => {
    const startedAt = completion.startedAt || completion.completedAt;
    return {
      ...completion,
      ...scoreOf(completion.items, completion.answers),
      templateName: templateNameIn(entry.title, completion.machine),
      startedAt,
      seconds: Math.max(0, Math.round((Date.parse(completion.completedAt) - Date.parse(startedAt)) / 1000)),
      doneOn: todayIn(account.settings.zone, new Date(completion.completedAt)),
    };
  };
  return rowsFrom(COMPLETION, () => defaults, withDerivedFields).fromEntry(entry);
}

/** The latest check per template and machine, with those in the outbox: a failed machine must be shown offline too. */
export function useLatestChecks(): LatestCheck[] {
  const account = useAccount();
  const { entries, sent } = useWaiting();
  const { data, dataUpdatedAt } = useQuery(latestChecksQuery(account));
  return useMemo(() => {
    const recentlySent = sent.filter(({ acknowledgedAt }) => (acknowledgedAt ?? 0) > dataUpdatedAt);
    const localChecks = [...recentlySent, ...entries]
      .filter(({ kind }) => kind === COMPLETION.kind)
      .map((entry) => completionOf(entry, account))
      .map(({ id, ...check }): LatestCheck => ({ ...check, completionId: id }));
    return latestChecks([...(data ?? []), ...localChecks]);
  }, [data, dataUpdatedAt, entries, sent, account]);
}
