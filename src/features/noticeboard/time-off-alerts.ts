import { askedWords, rangeWords } from '@/domain/time-off/request';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { openRequestsQuery } from '@/data/time-off/open-requests';
import type { AbsenceRequest } from '@/records/absence-requests';
import { useAccount } from '@/session/account';
import { alertsFromQuery, readyAlerts, type Alert, type AlertSource } from './alert-words';

/** Time off that the crew asks for, until it is answered; for the account holder only. */
export function useTimeOffAlerts(today: string): AlertSource {
  const account = useAccount();
  const admin = account.role === 'admin';
  const query = useQuery({ ...openRequestsQuery(account), enabled: admin });
  // The requests are not copied for reading offline, because an answer needs signal. Until they are loaded there are no
  // alerts, but a failure is shown.
  if (!admin || (query.data === undefined && !query.isError)) return readyAlerts([]);
  return alertsFromQuery(query, (requests) => requests.map((request) => requestAlert(request, today)));
}

const requestAlert = (request: AbsenceRequest, today: string): Alert => ({
  key: `time-off-${request.id}`,
  tone: 'warn',
  icon: CalendarOff,
  title: askedWords(request),
  detail: [rangeWords(request, today), request.note].filter(Boolean).join(': '),
  value: null,
  to: null,
  request,
});
