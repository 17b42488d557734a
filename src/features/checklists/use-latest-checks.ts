import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import { latestChecks, type LatestCheck } from '@/domain/checklists/checklist-board';
import { useWaiting } from '@/offline/outbox/outbox';
import { COMPLETION } from '@/records/completions';
import { useAccount } from '@/session/account';
import { completionOf } from './completion-entries';

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
