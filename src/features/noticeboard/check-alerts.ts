import { useQuery } from '@tanstack/react-query';
import { ClipboardX, OctagonAlert } from 'lucide-react';
import { supersededQuery, type CompletionRow } from '@/data/checklist-completions';
import { standingQuery } from '@/data/checklist-standing';
import { doNotUse } from '@/domain/checklist-board';
import { supersededWords } from '@/domain/checklist-words';
import { formatDate } from '@/domain/time';
import { useAccount } from '@/session/account';
import { count, told, toldBy, type Alert, type Told } from './alert-words';

/** Machines that failed a check and have not passed it since: whoever takes one out has to know. */
export function useCheckAlerts(today: string): Told {
  const account = useAccount();
  return toldBy(useQuery(standingQuery(account)), (standing) =>
    doNotUse(standing).map(({ completionId, templateName, machine, createdByName, doneOn }) => ({
      key: `check-${completionId}`,
      tone: 'bad',
      icon: OctagonAlert,
      title: machine === null ? `${templateName}: failed` : `${machine}: do not use`,
      detail: [machine === null ? null : templateName, createdByName, formatDate(doneOn, today)]
        .filter(Boolean)
        .join(', '),
      value: null,
      // The crew reads its own completions only.
      to: account.role === 'admin' ? `/completed-checklists?open=${completionId}` : null,
    })),
  );
}

/** So many are named one by one. */
const NAMED = 3;

/** Checklists that were done on questions that are no longer asked: the account holder's to judge, for a week. */
export function useSupersededAlerts(today: string): Told {
  const account = useAccount();
  const admin = account.role === 'admin';
  const query = useQuery({ ...supersededQuery(account, today), enabled: admin });
  // Only the server knows of them: without signal the board shows what it has.
  if (!admin || query.data === undefined) return told([]);
  return toldBy(query, supersededAlerts);
}

function supersededAlerts(checks: readonly CompletionRow[]): Alert[] {
  const cards = checks.slice(0, NAMED).map((check): Alert => ({
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
      title: count(more, 'more checklist on an old version', 'more checklists on an old version'),
      detail: 'Done on questions that are no longer asked.',
      value: null,
      to: '/completed-checklists',
    },
  ];
}
