import { useQuery } from '@tanstack/react-query';
import { ClipboardList, OctagonX } from 'lucide-react';
import { standingQuery } from '@/data/checklist-standing';
import { checklistsQuery } from '@/data/checklists';
import { doNotUse, notDone, type Open, type Standing } from '@/domain/checklist-board';
import { formatDate } from '@/domain/time';
import { useAccount } from '@/session/account';
import { count, type Alert, type Told } from './alert-words';

/** Machines that failed their check, and what has not been looked at yet: the whole crew is told. */
export function useCheckAlerts(today: string): Told {
  const account = useAccount();
  const standing = useQuery(standingQuery(account));
  const templates = useQuery(checklistsQuery(account));
  const known = standing.data && templates.data;
  return {
    alerts: known ? checkAlerts(doNotUse(standing.data), notDone(templates.data, standing.data, today), today) : null,
    failed: (standing.isError && !standing.data) || (templates.isError && !templates.data),
    retry: () => {
      void standing.refetch();
      void templates.refetch();
    },
  };
}

/** A card for each machine that is not to be used, and one for all that is due. */
export function checkAlerts(stopped: readonly Standing[], open: readonly Open[], today: string): Alert[] {
  const cards = stopped.map(({ completionId, templateId, templateName, machine, createdByName, doneOn }): Alert => ({
    key: `check-${completionId}`,
    tone: 'bad',
    icon: OctagonX,
    title: `Do not use: ${machine ?? templateName}`,
    detail: `${templateName} failed, ${createdByName}, ${formatDate(doneOn, today)}`,
    value: null,
    to: `/add-checklist?${new URLSearchParams({ template: templateId, ...(machine === null ? {} : { machine }) }).toString()}`,
  }));
  if (open.length === 0) return cards;
  const [first] = open;
  const name = [first?.name, first?.machine].filter(Boolean).join(': ');
  const due: Alert = {
    key: 'checks-due',
    tone: 'warn',
    icon: ClipboardList,
    title: `${count(open.length, 'check', 'checks')} not done today`,
    detail: open.length === 1 ? name : `${name} and ${count(open.length - 1, 'other', 'others')}`,
    value: null,
    to: '/add-checklist',
  };
  return [...cards, due];
}
