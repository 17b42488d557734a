// Movements of manure as this device shows them: those of the database and those in the outbox.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { withoutFailureMessage } from '@/data/load-failed';
import { movementsOfWorkQuery, movementsOfYearQuery } from '@/data/movements';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowMapper } from '@/offline/outbox/record-entries';
import { shownRows } from '@/offline/outbox/shown-rows';
import { MOVEMENT, type Movement } from '@/records/slurry';
import { counts } from '@/records/struck';
import { useAccount } from '@/session/account';

/** The rows of a query that count, and all such movements in the outbox, including those that the query would not return. */
export function useShownMovements({
  data,
  dataUpdatedAt,
}: Pick<UseQueryResult<Movement[]>, 'data' | 'dataUpdatedAt'>): readonly Movement[] {
  const account = useAccount();
  const waiting = useWaiting();
  return useMemo(
    () =>
      shownRows(data ?? [], waiting, dataUpdatedAt, rowMapper(MOVEMENT, account))
        .map(({ row }) => row)
        .filter(counts),
    [data, dataUpdatedAt, waiting, account],
  );
}

/** The movements of a calendar year; null while they load, or if `year` is not a year. */
export function useMovementsOfYear(year: string): readonly Movement[] | null {
  const { ownerId } = useAccount();
  const isYear = /^(20|21)\d\d$/.test(year);
  const query = useQuery({ ...movementsOfYearQuery(ownerId, year), enabled: isYear });
  const shown = useShownMovements(query);
  return isYear && query.data ? shown.filter(({ movedOn }) => movedOn.startsWith(`${year}-`)) : null;
}

/** The movement that was made from a job's entry. */
export function useMovementOfWork(workId: string, enabled: boolean): Movement | undefined {
  const { ownerId } = useAccount();
  const query = useQuery({ ...withoutFailureMessage(movementsOfWorkQuery(ownerId, workId)), enabled });
  return useShownMovements(query).find((movement) => movement.workId === workId);
}
