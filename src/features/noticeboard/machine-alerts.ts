import { OctagonAlert, TriangleAlert, Wrench } from 'lucide-react';
import { formatDate } from '@/domain/core/time';
import { dueWords } from '@/domain/machinery/machine-words';
import { useAccount } from '@/session/account';
import { useFleet, useOpenDefects } from '@/widgets/machines/use-fleet';
import { count, type Alert, type AlertSource } from './alert-words';

/**
 * Machines that nobody may use, for everybody. For the account holder also services that are overdue, and other defects.
 */
export function useMachineAlerts(today: string): AlertSource {
  const { role } = useAccount();
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
        ? `${reason.description}. ${reason.createdByName}, ${formatDate(reason.reportedAt.slice(0, 10), today)}`
        : 'Ask before you take it out.',
      value: null,
      to: `/machinery/${id}/defects`,
    };
  });
  const dated = (date: string) => formatDate(date, today);
  const overdue = admin ? fleet.due.filter(({ due }) => due.state === 'overdue') : [];
  const [firstOverdue] = overdue;
  const others = admin ? defects.filter(({ machineId }) => !stoppedIds.has(machineId)) : [];
  const names = [...new Set(others.map((defect) => nameOf(fleet.machines, defect.machineId)))];
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
            title: count(overdue.length, 'service overdue', 'services overdue'),
            detail: `${firstOverdue.machineName}: ${firstOverdue.name}, ${dueWords(firstOverdue.due, firstOverdue.meterType, today, dated)}`,
          },
        ]
      : []),
    ...(others.length > 0
      ? [
          {
            ...({ key: 'defects', tone: 'warn', icon: TriangleAlert, value: null } as const),
            title: count(others.length, 'open defect', 'open defects'),
            detail: names.slice(0, 4).join(', '),
            to: names.length === 1 && others[0] ? `/machinery/${others[0].machineId}/defects` : '/machinery',
          },
        ]
      : []),
  ];
  const failed = fleet.isError || (open.data === undefined && (open.isError || open.fetchStatus === 'paused'));
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
