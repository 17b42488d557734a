import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { withoutFailureMessage } from '@/data/load-failed';
import { movementQuery, movementsQuery, NO_MOVEMENT_FILTER, type MovementFilter } from '@/data/movements';
import type { Account } from '@/domain/account/account';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowMapper } from '@/offline/outbox/record-entries';
import { shownRows, type Shown } from '@/offline/outbox/shown-rows';
import { MOVEMENT, type Movement } from '@/records/slurry';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';

const matchesFilter = ({ movedOn, notifyBy, notifiedOn, struck }: Movement, { from, to, open }: MovementFilter) =>
  (from === '' || movedOn >= from) &&
  (to === '' || movedOn <= to) &&
  (!open || (notifyBy !== null && notifiedOn === null && !struck));

/** The rows of a filter, including those in the outbox, the latest first. `readAt`: when the rows were read. */
export const withWaitingMovements = (
  rows: readonly Movement[],
  waiting: ReturnType<typeof useWaiting>,
  readAt: number,
  account: Account,
  filter: MovementFilter,
): Shown<Movement>[] =>
  shownRows(rows, waiting, readAt, rowMapper(MOVEMENT, account))
    .filter(({ row }) => matchesFilter(row, filter))
    .toSorted((a, b) => b.row.movedOn.localeCompare(a.row.movedOn) || b.row.id.localeCompare(a.row.id));

/** The movements of a filter, including those in the outbox, the latest first. */
export function useMovements(filter: MovementFilter = NO_MOVEMENT_FILTER) {
  const account = useAccount();
  const waiting = useWaiting();
  const query = useInfiniteQuery(movementsQuery(account.ownerId, filter));
  const { rowsOf } = useCurrentNames();
  const { data, dataUpdatedAt } = query;
  const shown = useMemo(
    () => withWaitingMovements(data?.pages.flatMap(rowsOf) ?? [], waiting, dataUpdatedAt, account, filter),
    [data, dataUpdatedAt, waiting, account, filter, rowsOf],
  );
  return { ...query, shown };
}

/** One movement: from the database, else from the list on this device, with its changes in the outbox applied. */
export function useMovement(id: string) {
  const account = useAccount();
  const waiting = useWaiting();
  const list = useMovements();
  const one = useQuery(withoutFailureMessage(movementQuery(account.ownerId, id)));
  const listed = list.shown.find(({ row }) => row.id === id);
  // `updatedAt` is empty for a row from the outbox, which `shownRows` adds itself.
  const stored = one.data ? [one.data] : listed && listed.row.updatedAt !== '' ? [listed.row] : [];
  const shown = shownRows(stored, waiting, one.data ? one.dataUpdatedAt : 0, rowMapper(MOVEMENT, account)).find(
    ({ row }) => row.id === id,
  );
  return { shown: shown ?? listed ?? null, query: one };
}
