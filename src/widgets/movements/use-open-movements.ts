import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { openMovementsQuery } from '@/data/movements';
import type { Account } from '@/domain/account/account';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowsFrom } from '@/offline/outbox/record-entries';
import { shownRows } from '@/offline/outbox/shown-rows';
import { MOVEMENT, type Movement } from '@/records/slurry';
import { useAccount } from '@/session/account';

/** How movements in the outbox are merged into a list. */
export const movementMapper = ({ userId, firstName, lastName }: Account) =>
  rowsFrom(MOVEMENT, ({ action, recordedAt }) => ({
    createdBy: userId,
    createdByName: action === 'insert' ? [firstName, lastName].filter(Boolean).join(' ') : '',
    createdAt: recordedAt,
  }));

/** A movement that has to be notified, with its deadline. */
export type OpenMovement = { movement: Movement; by: string };

/**
 * What the account holder has to notify, the earliest deadline first, with what waits in the outbox; nothing for the crew,
 * who do not notify.
 */
export function useOpenMovements() {
  const account = useAccount();
  const waiting = useWaiting();
  const isHolder = account.role === 'admin';
  const query = useQuery({ ...openMovementsQuery(account.ownerId), enabled: isHolder });
  const { data, dataUpdatedAt } = query;
  const open = useMemo(
    () =>
      isHolder
        ? shownRows(data ?? [], waiting, dataUpdatedAt, movementMapper(account))
            .flatMap(({ row }): OpenMovement[] =>
              row.notifyBy === null || row.notifiedOn !== null ? [] : [{ movement: row, by: row.notifyBy }],
            )
            .toSorted((a, b) => a.by.localeCompare(b.by) || a.movement.id.localeCompare(b.movement.id))
        : [],
    [data, dataUpdatedAt, waiting, account, isHolder],
  );
  return { ...query, open };
}
