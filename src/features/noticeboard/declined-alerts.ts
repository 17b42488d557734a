import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { nearEventsQuery } from '@/data/diary/diary-events';
import { formatDate } from '@/domain/core/time';
import { declineWords, eventTitle } from '@/domain/diary/diary-event';
import type { DiaryEvent } from '@/records/diary';
import { useAccount } from '@/session/account';
import { alertsFromQuery, readyAlerts, type Alert, type AlertSource } from './alert-words';

/** Planned jobs that a person of the crew can't do, until they are planned again; for the account holder only. */
export function useDeclinedAlerts(today: string): AlertSource {
  const account = useAccount();
  const admin = account.role === 'admin';
  const query = useQuery({ ...nearEventsQuery(account, today), enabled: admin });
  return admin ? alertsFromQuery(query, (events) => declinedAlerts(events, today)) : readyAlerts([]);
}

const declinedAlerts = (events: readonly DiaryEvent[], today: string): Alert[] =>
  events
    .filter(({ declinedReason }) => declinedReason !== null)
    .map((event) => ({
      key: `declined-${event.id}`,
      tone: 'warn',
      icon: UserX,
      title: `${event.declinedByName ?? ''} can’t do ${eventTitle(event)}`,
      detail: `${formatDate(event.startDate, today)}: ${declineWords(event)}`,
      value: null,
      to: `/diary?view=day&date=${event.startDate}`,
    }));
