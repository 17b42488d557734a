import { OctagonAlert, TriangleAlert, Wrench } from 'lucide-react';
import { dateIn, formatDate } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { dueWords } from '@/domain/machinery/machine-words';
import { isMissing } from '@/lib/read-state';
import { useAccount } from '@/session/account';
import { useFleet, useOpenDefects } from '@/widgets/machines/use-fleet';
import type { Alert, AlertSource } from './alert-words';

/**
 * Machines that must not be used, shown to everybody. The account holder also sees overdue services, and the open
 * defects of all other machines.
 */
export function useMachineAlerts(today: string): AlertSource {
  const { role, settings } = useAccount();
  const fleet = useFleet();
  const open = useOpenDefects();
  const admin = role === 'admin';
  const defects = open.defects.map(({ row }) => row);
  const stopped = fleet.machines.filter(({ status }) => status === 'do_not_use');
  const stoppedIds = new Set(stopped.map(({ id }) => id));
  const doNotUse = stopped.map(({ id, name }): Alert => {
    const reason = defects.find(({ machineId, severity }) => machineId === id && severity === 'safety');
    return {
      key: `machine-${id}`,
      tone: 'bad',
      icon: OctagonAlert,
      title: `${name}: do not use`,
      detail: reason
        ? `${reason.description}. ${reason.createdByName}, ${formatDate(dateIn(settings.zone, reason.reportedAt), today)}`
        : 'Ask before you take it out.',
      value: null,
      to: `/machinery/${id}/defects`,
    };
  });
  const dateWords = (date: string) => formatDate(date, today);
  const overdue = admin ? fleet.due.filter(({ due }) => due.state === 'overdue') : [];
  const [firstOverdue] = overdue;
  const otherDefects = admin ? defects.filter(({ machineId }) => !stoppedIds.has(machineId)) : [];
  const names = [...new Set(otherDefects.map((defect) => nameOf(fleet.machines, defect.machineId)))];
  const alerts: Alert[] = [
    ...doNotUse,
    ...(firstOverdue
      ? [
          {
            ...({
              key: 'machines-due',
              tone: 'warn',
              icon: Wrench,
              value: null,
              to: '/machinery/due?due=overdue',
            } as const),
            title: counted(overdue.length, 'service overdue', 'services overdue'),
            detail: `${firstOverdue.machineName}: ${firstOverdue.name}, ${dueWords(firstOverdue.due, firstOverdue.meterType, today, dateWords)}`,
          },
        ]
      : []),
    ...(otherDefects.length > 0
      ? [
          {
            ...({ key: 'defects', tone: 'warn', icon: TriangleAlert, value: null } as const),
            title: counted(otherDefects.length, 'open defect', 'open defects'),
            detail: names.slice(0, 4).join(', '),
            to:
              names.length === 1 && otherDefects[0] ? `/machinery/${otherDefects[0].machineId}/defects` : '/machinery',
          },
        ]
      : []),
  ];
  const failed = fleet.isError || isMissing(open);
  const pending = fleet.isPending || (open.data === undefined && !failed);
  return {
    alerts: pending || failed ? (alerts.length > 0 ? alerts : null) : alerts,
    failed: failed && alerts.length === 0,
    retry: () => {
      fleet.retry();
      if (open.data === undefined) void open.refetch();
    },
  };
}

const nameOf = (machines: readonly { id: string; name: string }[], id: string): string =>
  machines.find((machine) => machine.id === id)?.name ?? 'a machine';
