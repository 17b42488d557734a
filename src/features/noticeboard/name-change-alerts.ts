import { useQuery } from '@tanstack/react-query';
import { UserPen } from 'lucide-react';
import { nameChangesQuery, type NameChange } from '@/data/account/farm-people';
import { addDays, type Zone } from '@/domain/core/time';
import { historyTime } from '@/domain/history/history';
import { useAccount } from '@/session/account';
import { readyAlerts, type Alert, type AlertSource } from './alert-words';

/** For how many days a name change is shown. */
const SHOWN_FOR_DAYS = 14;
/** At most this many earlier names are shown. */
const MAX_NAMES = 3;

/**
 * Tells the account holder which employees changed their name: records could be written under another person's name.
 */
export function useNameChangeAlerts(today: string): AlertSource {
  const { ownerId, role, settings } = useAccount();
  const query = useQuery({
    ...nameChangesQuery(ownerId, `${addDays(today, -SHOWN_FOR_DAYS)}T00:00:00Z`),
    enabled: role === 'admin',
  });
  // Not cached on the device, like long shifts: nothing is shown offline.
  if (role !== 'admin' || query.data === undefined) return readyAlerts([]);
  return readyAlerts(nameChangeAlerts(query.data, settings.zone));
}

/** One alert per person, however many changes they made, latest first. */
function nameChangeAlerts(changes: readonly NameChange[], zone: Zone): Alert[] {
  const latestOf = new Map(changes.toReversed().map((change) => [change.personId, change]));
  return [...latestOf].map(([person, latest]): Alert => {
    const own = changes.filter(({ personId }) => personId === person);
    const others = new Set(own.flatMap(({ before, after }) => [after, before]));
    others.delete(latest.after);
    return {
      key: `name-${person}`,
      tone: 'warn',
      icon: UserPen,
      title: `${latest.after} changed their name`,
      detail: `Also called ${[...others].slice(0, MAX_NAMES).join(', ')}. Last changed ${historyTime(latest.at, zone)}.`,
      value: null,
      to: '/manage-users',
    };
  });
}
