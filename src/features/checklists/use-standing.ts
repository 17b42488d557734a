import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { standingQuery } from '@/data/checklists/checklist-standing';
import { lastOfEach, type Standing } from '@/domain/checklists/checklist-board';
import { useWaiting } from '@/offline/outbox/outbox';
import { COMPLETION } from '@/records/completions';
import { useAccount } from '@/session/account';
import { completionOf } from './completion-entries';

/** The latest check of each machine, including checks in the outbox: a failed machine must be shown offline too. */
export function useStanding(): Standing[] {
  const account = useAccount();
  const { entries, sent } = useWaiting();
  const { data, dataUpdatedAt } = useQuery(standingQuery(account));
  return useMemo(() => {
    const recentlySent = sent.filter(({ acknowledgedAt }) => (acknowledgedAt ?? 0) > dataUpdatedAt);
    const localChecks = [...recentlySent, ...entries]
      .filter(({ kind }) => kind === COMPLETION.kind)
      .map((entry) => completionOf(entry, account))
      .map(({ id, ...check }): Standing => ({ ...check, completionId: id }));
    return lastOfEach([...(data ?? []), ...localChecks]);
  }, [data, dataUpdatedAt, entries, sent, account]);
}
