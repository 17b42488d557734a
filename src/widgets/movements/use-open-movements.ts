import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { openMovementsQuery } from '@/data/movements';
import type { Movement } from '@/records/slurry';
import { useAccount } from '@/session/account';
import { useShownMovements } from './shown-movements';

/** A movement that has to be notified, at the latest on the day `by`. */
export type OpenMovement = { movement: Movement; by: string };

/**
 * The movements that the account holder still has to notify, those in the outbox included, the earliest deadline first.
 * Empty for employees: only the account holder notifies.
 */
export function useOpenMovements() {
  const { ownerId, role } = useAccount();
  const isHolder = role === 'admin';
  const query = useQuery({ ...openMovementsQuery(ownerId), enabled: isHolder });
  const shown = useShownMovements(query);
  const open = useMemo(
    () =>
      isHolder
        ? shown
            .flatMap((movement): OpenMovement[] =>
              movement.notifyBy === null || movement.notifiedOn !== null ? [] : [{ movement, by: movement.notifyBy }],
            )
            .toSorted((a, b) => a.by.localeCompare(b.by) || a.movement.id.localeCompare(b.movement.id))
        : [],
    [shown, isHolder],
  );
  return { ...query, open };
}
