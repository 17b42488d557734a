import { Truck } from 'lucide-react';
import { formatDate } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { movementState, movementTitle, type MovementState } from '@/domain/movements/movement-words';
import { useAccount } from '@/session/account';
import { useOpenMovements } from '@/widgets/movements/use-open-movements';
import { alertsFromQuery, readyAlerts, type Alert, type AlertSource } from './alert-words';

/** Movements of manure whose notification is overdue or due soon. Account holder only. */
export function useMovementAlerts(today: string): AlertSource {
  const { role } = useAccount();
  const { open, ...query } = useOpenMovements();
  if (role !== 'admin') return readyAlerts([]);
  const card = (
    state: MovementState,
    alert: Pick<Alert, 'key' | 'tone'>,
    words: readonly [one: string, many: string],
    dateWord: string,
  ): Alert[] => {
    const matching = open.filter(({ movement }) => movementState(movement, today) === state);
    const [first] = matching;
    if (!first) return [];
    const detail = `${movementTitle(first.movement)}: ${dateWord} ${formatDate(first.by, today)}`;
    const to = '/manure-movements?show=open';
    return [{ ...alert, icon: Truck, title: counted(matching.length, ...words), detail, value: null, to }];
  };
  return alertsFromQuery(query, () => [
    ...card(
      'overdue',
      { key: 'movements-overdue', tone: 'bad' },
      ['manure movement is overdue', 'manure movements are overdue'],
      'since',
    ),
    ...card(
      'due_soon',
      { key: 'movements-soon', tone: 'warn' },
      ['manure movement to notify', 'manure movements to notify'],
      'by',
    ),
  ]);
}
