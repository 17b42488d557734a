import { useQuery } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import { homeSummaryQuery } from '@/data/summaries';
import { counted } from '@/domain/core/word-list';
import { useWaiting } from '@/offline/outbox/outbox';
import { useAccount } from '@/session/account';
import { moneyAlerts, readyAlerts, alertsFromQuery, type AlertSource } from './alert-words';
import { useCheckAlerts, useSupersededAlerts } from './check-alerts';
import { useComplianceAlerts } from './compliance-alerts';
import { useDeclinedAlerts } from './declined-alerts';
import { useMachineAlerts } from './machine-alerts';
import { useMovementAlerts } from './movement-alerts';
import { useNameChangeAlerts } from './name-change-alerts';
import { useNoteAlerts } from './note-alerts';
import { useQueriedWeekAlerts, useSubmittedHoursAlerts, useShiftAlerts } from './shift-alerts';
import { useTimeOffAlerts } from './time-off-alerts';

/**
 * All alerts for this person: those with the tone 'bad' first, otherwise in the order of the sources. To add a source,
 * write a hook that returns `AlertSource` and add it here.
 */
export function useAlerts(today: string) {
  const sources = [
    useCheckAlerts(today),
    useSupersededAlerts(today),
    useDeclinedAlerts(today),
    useTimeOffAlerts(today),
    useNoteAlerts(today),
    useNameChangeAlerts(today),
    useMoneyAlerts(today),
    useMachineAlerts(today),
    useMovementAlerts(today),
    useComplianceAlerts(today),
    useShiftAlerts(today),
    useQueriedWeekAlerts(today),
    useSubmittedHoursAlerts(today),
    useUnsentAlerts(),
  ];
  const alerts = sources.flatMap((source) => source.alerts ?? []);
  return {
    alerts: alerts.toSorted((a, b) => Number(b.tone === 'bad') - Number(a.tone === 'bad')),
    pending: sources.some((source) => source.alerts === null && !source.failed),
    failed: sources.some(({ failed }) => failed),
    retry: () => {
      for (const source of sources) if (source.failed) source.retry();
    },
  };
}

/** Works without a rate or quantity, unbilled work and overdue invoices; for the account holder only. */
function useMoneyAlerts(today: string): AlertSource {
  const { ownerId, userId, role } = useAccount();
  const admin = role === 'admin';
  const query = useQuery({ ...homeSummaryQuery(ownerId, userId, today), enabled: admin });
  return admin ? alertsFromQuery(query, moneyAlerts) : readyAlerts([]);
}

/** Entries in the outbox. */
function useUnsentAlerts(): AlertSource {
  const { entries } = useWaiting();
  const stuck = entries.filter(({ problem }) => problem !== null).length;
  if (entries.length === 0) return readyAlerts([]);
  return readyAlerts([
    {
      key: 'unsent',
      tone: stuck > 0 ? 'warn' : 'note',
      icon: CloudUpload,
      title: `${counted(entries.length, 'entry', 'entries')} only on this phone`,
      detail:
        stuck > 0 ? `${counted(stuck, 'needs', 'need')} your attention.` : 'To the office as soon as there is signal.',
      value: null,
      to: null,
    },
  ]);
}
