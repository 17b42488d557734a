import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { machinesQuery, machineUseQuery } from '@/data/machinery/machines';
import { openDefectsQuery, schedulesQuery } from '@/data/machinery/services';
import { byName } from '@/domain/core/search';
import { dueItems, firstDueByMachine, type DueItem } from '@/domain/machinery/due';
import { isLoading, isMissing, together } from '@/lib/read-state';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowMapper } from '@/offline/outbox/record-entries';
import { shownRows } from '@/offline/outbox/shown-rows';
import { DEFECT, type Defect } from '@/records/machines';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { withServices, withWaiting } from './waiting-readings';

const NONE: readonly never[] = [];

/** The machines by name, with entries in the outbox applied, except one that is being changed. */
export function useMachines(exceptId?: string) {
  const query = useQuery(machinesQuery(useAccount()));
  const { entries } = useWaiting();
  const machines = useMemo(() => {
    const applied = entries.filter(({ id }) => id !== exceptId);
    return (query.data ?? NONE).map((machine) => withWaiting(machine, applied)).toSorted(byName);
  }, [query.data, entries, exceptId]);
  return { ...query, machines };
}

/** The open defects of all machines, latest first, including those in the outbox. */
export function useOpenDefects() {
  const account = useAccount();
  const query = useQuery(openDefectsQuery(account));
  const waiting = useWaiting();
  const defects = useMemo(
    () =>
      shownRows<Defect>(query.data ?? NONE, waiting, query.dataUpdatedAt, rowMapper(DEFECT, account))
        .filter(({ row }) => row.status === 'open' || row.status === 'parts_ordered')
        .toSorted((a, b) => (a.row.reportedAt < b.row.reportedAt ? 1 : -1)),
    [query.data, query.dataUpdatedAt, waiting, account],
  );
  return { ...query, defects };
}

/** The machines, their service plans, and what is due on them, most urgent first. */
export function useFleet() {
  const account = useAccount();
  const today = useToday();
  const fleet = useMachines();
  const { machines } = fleet;
  const schedules = useQuery(schedulesQuery(account));
  const use = useQuery(machineUseQuery(account));
  const { entries } = useWaiting();
  const plans = useMemo(
    () => (schedules.data ?? NONE).map((schedule) => withServices(schedule, entries, machines)),
    [schedules.data, entries, machines],
  );
  const due = useMemo(() => dueItems(machines, plans, use.data ?? {}, today), [machines, plans, use.data, today]);
  const firstDue: ReadonlyMap<string, DueItem> = useMemo(() => firstDueByMachine(due), [due]);
  const parts = [fleet, schedules, use];
  const read = together(...parts);
  return {
    machines,
    schedules: plans,
    use: use.data ?? {},
    due,
    firstDue,
    read,
    isPending: parts.some(isLoading),
    /** True if some data is missing and could not be loaded. */
    isError: parts.some(isMissing),
    loadedAt: fleet.data && fleet.dataUpdatedAt,
    retry: read.refetch,
  };
}
