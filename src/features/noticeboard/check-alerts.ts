import { useQuery } from '@tanstack/react-query';
import { ClipboardX, OctagonAlert } from 'lucide-react';
import { supersededQuery } from '@/data/checklists/checklist-completions';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import { failedChecks } from '@/domain/checklists/checklist-board';
import { supersededWords } from '@/domain/checklists/checklist-words';
import { formatDate } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { CompletionRow } from '@/records/completions';
import { useAccount } from '@/session/account';
import { useMachines } from '@/widgets/machines/use-fleet';
import { readyAlerts, alertsFromQuery, type Alert, type AlertSource } from './alert-words';

/** Checks that failed and were not passed since, of a machine or without one. Shown to everybody who might use it. */
export function useCheckAlerts(today: string): AlertSource {
  const account = useAccount();
  const { machines } = useMachines();
  // machine-alerts.ts reports machines of the fleet, until they are repaired.
  const fleet = new Set(machines.map(({ name }) => name.toLowerCase()));
  return alertsFromQuery(useQuery(latestChecksQuery(account)), (latestChecks) =>
    failedChecks(latestChecks)
      .filter(({ machine }) => !fleet.has(machine?.toLowerCase() ?? ''))
      .map(({ completionId, templateName, machine, createdByName, doneOn }) => ({
        key: `check-${completionId}`,
        tone: 'bad',
        icon: OctagonAlert,
        title: machine === null ? `${templateName}: failed` : `${machine}: do not use`,
        detail: [machine === null ? null : templateName, createdByName, formatDate(doneOn, today)]
          .filter(Boolean)
          .join(', '),
        value: null,
        // Employees may read only their own completions.
        to: account.role === 'admin' ? `/completed-checklists?open=${completionId}` : null,
      })),
  );
}

/** At most this many get a card of their own. */
const MAX_CARDS = 3;

/** Checklists completed on an outdated version: shown to the account holder for a week. */
export function useSupersededAlerts(today: string): AlertSource {
  const account = useAccount();
  const admin = account.role === 'admin';
  const query = useQuery({ ...supersededQuery(account, today), enabled: admin });
  // Not cached on the device: nothing is shown offline.
  if (!admin || query.data === undefined) return readyAlerts([]);
  return alertsFromQuery(query, supersededAlerts);
}

function supersededAlerts(checks: readonly CompletionRow[]): Alert[] {
  const cards = checks.slice(0, MAX_CARDS).map((check): Alert => ({
    key: `superseded-${check.id}`,
    tone: 'warn',
    icon: ClipboardX,
    title: [check.templateName, check.machine].filter(Boolean).join(': '),
    detail: [check.createdByName, supersededWords(check)].filter(Boolean).join('. '),
    value: null,
    to: `/completed-checklists?open=${check.id}`,
  }));
  const more = checks.length - cards.length;
  if (more === 0) return cards;
  return [
    ...cards,
    {
      key: 'superseded',
      tone: 'warn',
      icon: ClipboardX,
      title: counted(more, 'more checklist on an old version', 'more checklists on an old version'),
      detail: 'Done on questions that are no longer asked.',
      value: null,
      to: '/completed-checklists',
    },
  ];
}
