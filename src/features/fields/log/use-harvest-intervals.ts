import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fieldSummaryQuery } from '@/data/fields/fields';
import { addDays } from '@/domain/core/time';
import type { HarvestInterval } from '@/domain/fields/activity';
import { dateOf } from '@/features/fields/fields-address';
import { withJobActivities } from '@/offline/outbox/job-activities';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowMapper } from '@/offline/outbox/record-entries';
import { shownRows } from '@/offline/outbox/shown-rows';
import { ACTIVITY } from '@/records/field-activities';
import { useAccount } from '@/session/account';

/**
 * The harvest intervals on a field: the one that ends last of those in the database, and those in the outbox or sent
 * since the database was read. While a shorter interval is not sent yet, the longer one still counts.
 */
export function useHarvestIntervals(fieldId: string | null): readonly HarvestInterval[] {
  const account = useAccount();
  const waiting = useWaiting();
  const { data, dataUpdatedAt } = useQuery(fieldSummaryQuery(account.ownerId));
  const { zone } = account.settings;
  return useMemo(() => {
    if (fieldId === null) return [];
    const stored = data?.find((one) => one.fieldId === fieldId)?.interval ?? null;
    const localActivities = shownRows([], withJobActivities(waiting), dataUpdatedAt, rowMapper(ACTIVITY, account));
    return [
      ...(stored ? [stored] : []),
      ...localActivities.flatMap(({ row, entry }) => {
        const { harvestIntervalDays: days, status, startedAt } = row;
        if (entry?.action === 'delete' || row.struck || row.fieldId !== fieldId || status !== 'done' || !days)
          return [];
        const from = dateOf(startedAt, zone);
        return [{ from, until: addDays(from, days) }];
      }),
    ];
  }, [account, waiting, data, dataUpdatedAt, fieldId, zone]);
}
