// Movements in words, for the list and the pages.
import { formatDate } from '@/domain/core/time';
import { movementState } from '@/domain/movements/movement-words';
import type { Movement } from '@/records/slurry';
import type { StateKind } from '@/ui/feedback/state-badge';

export const MOVEMENTS = { to: '/manure-movements', label: 'Manure Movements' };

/** How far a movement is, with its date in the list's words; null if it has no deadline. Or that it was struck out. */
export function stateBadge(
  movement: Movement,
  today: string,
  dateWords = (date: string) => formatDate(date, today),
): { kind: StateKind; label: string } | null {
  const { notifyBy, notifiedOn, struck } = movement;
  if (struck) return { kind: 'cancelled', label: 'Entered by mistake' };
  const date = dateWords(notifiedOn ?? notifyBy ?? '');
  switch (movementState(movement, today)) {
    case 'notified':
      return { kind: 'paid', label: `Notified ${date}` };
    case 'overdue':
      return { kind: 'overdue', label: `Overdue since ${date}` };
    case 'due_soon':
      return { kind: 'needs', label: `Notify by ${date}` };
    case 'ok':
      return { kind: 'ready', label: `Notify by ${date}` };
    case 'none':
      return null;
  }
}
