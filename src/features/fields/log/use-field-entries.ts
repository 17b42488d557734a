import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { activitiesQuery, activityQuery, harvestQuery, harvestsQuery } from '@/data/fields/activities';
import { withoutFailureMessage } from '@/data/load-failed';
import { withJobActivities } from '@/offline/outbox/job-activities';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowMapper } from '@/offline/outbox/record-entries';
import { shownRows } from '@/offline/outbox/shown-rows';
import { ACTIVITY, HARVEST } from '@/records/field-activities';
import { useAccount } from '@/session/account';
import { UNKNOWN_FIELD } from '@/features/fields/fields-address';

/** The activities of a field, including those in the outbox, newest first. */
export function useActivities(fieldId: string) {
  const account = useAccount();
  const waiting = useWaiting();
  const query = useInfiniteQuery({ ...activitiesQuery(account.ownerId, fieldId), enabled: fieldId !== UNKNOWN_FIELD });
  const { data, dataUpdatedAt } = query;
  const shown = useMemo(
    () =>
      shownRows(data?.pages.flat() ?? [], withJobActivities(waiting), dataUpdatedAt, rowMapper(ACTIVITY, account))
        .filter(({ row }) => row.fieldId === fieldId)
        .toSorted((a, b) => (a.row.startedAt < b.row.startedAt ? 1 : -1)),
    [data, dataUpdatedAt, waiting, account, fieldId],
  );
  return { ...query, shown };
}

/** The harvests of a field, including those in the outbox, newest first. */
export function useHarvests(fieldId: string) {
  const account = useAccount();
  const waiting = useWaiting();
  const query = useQuery({ ...harvestsQuery(account.ownerId, fieldId), enabled: fieldId !== UNKNOWN_FIELD });
  const { data, dataUpdatedAt } = query;
  const shown = useMemo(
    () =>
      shownRows(data ?? [], waiting, dataUpdatedAt, rowMapper(HARVEST, account))
        .filter(({ row }) => row.fieldId === fieldId)
        .toSorted((a, b) => (a.row.harvestedOn < b.row.harvestedOn ? 1 : -1)),
    [data, dataUpdatedAt, waiting, account, fieldId],
  );
  return { ...query, shown };
}

/**
 * One activity: from the database, else from its field's list on this device, with its changes in the outbox applied.
 */
export function useActivity(fieldId: string, id: string) {
  const account = useAccount();
  const waiting = useWaiting();
  const list = useActivities(fieldId);
  const one = useQuery(withoutFailureMessage(activityQuery(account.ownerId, id)));
  const listed = list.shown.find(({ row }) => row.id === id);
  // `updatedAt` is empty for a row from the outbox, which `shownRows` adds itself.
  const stored = one.data ? [one.data] : listed && listed.row.updatedAt !== '' ? [listed.row] : [];
  const shown = shownRows(
    stored,
    withJobActivities(waiting),
    one.data ? one.dataUpdatedAt : 0,
    rowMapper(ACTIVITY, account),
  ).find(({ row }) => row.id === id);
  return { shown: shown ?? listed ?? null, query: one };
}

/** One harvest, in the same way as `useActivity`. */
export function useHarvest(fieldId: string, id: string) {
  const account = useAccount();
  const waiting = useWaiting();
  const list = useHarvests(fieldId);
  const one = useQuery(withoutFailureMessage(harvestQuery(account.ownerId, id)));
  const listed = list.shown.find(({ row }) => row.id === id);
  // `updatedAt` is empty for a row from the outbox, which `shownRows` adds itself.
  const stored = one.data ? [one.data] : listed && listed.row.updatedAt !== '' ? [listed.row] : [];
  const shown = shownRows(stored, waiting, one.data ? one.dataUpdatedAt : 0, rowMapper(HARVEST, account)).find(
    ({ row }) => row.id === id,
  );
  return { shown: shown ?? listed ?? null, query: one };
}
