import { useQuery } from '@tanstack/react-query';
import { OctagonAlert } from 'lucide-react';
import { standingQuery } from '@/data/checklist-standing';
import { doNotUse } from '@/domain/checklist-board';
import { formatDate } from '@/domain/time';
import { useAccount } from '@/session/account';
import { toldBy, type Told } from './alert-words';

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
