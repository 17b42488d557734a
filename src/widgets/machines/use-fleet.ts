import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { machinesQuery, machineUseQuery } from '@/data/machinery/machines';
import { openDefectsQuery, schedulesQuery } from '@/data/machinery/services';
import { scoreOf } from '@/domain/checklists/checklist';
import type { Account } from '@/domain/account/account';
import { answersOf, itemsOf } from '@/domain/checklists/checklist-json';
import { byName } from '@/domain/core/search';
import { dueItems, firstDueByMachine, type DueItem } from '@/domain/machinery/due';
import type { Entry } from '@/offline/outbox/entry';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowsFrom } from '@/offline/outbox/record-entries';
import { shownRows, type RowMapper } from '@/offline/outbox/shown-rows';
import { COMPLETION } from '@/records/completions';
import { DEFECT, READING, type Defect, type Machine } from '@/records/machines';
import { SERVICE, type Schedule } from '@/records/services';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';

const NONE: readonly never[] = [];

/**
 * A machine with the effects of entries in the outbox: newer readings, and safety defects or failed checks that take it
 * out of use.
 */
function withWaiting(machine: Machine, entries: readonly Entry[]): Machine {
  let shown = machine;
  for (const { kind, action, fields } of entries) {
    if (action !== 'insert' || fields['machine_id'] !== machine.id) continue;
    const reading = kind === COMPLETION.kind ? fields['hours_reading'] : fields['reading'];
    const failed =
      kind === COMPLETION.kind && scoreOf(itemsOf(fields['items']), answersOf(fields['answers'])).result === 'fail';
    if (failed && shown.status !== 'sold') shown = { ...shown, status: 'do_not_use' };
    if (kind === DEFECT.kind && fields['severity'] === 'safety' && shown.status !== 'sold')
      shown = { ...shown, status: 'do_not_use' };
    if (kind !== READING.kind && kind !== SERVICE.kind && kind !== COMPLETION.kind) continue;
    const at = fields['read_at'] ?? fields['completed_at'];
    const readAt = typeof at === 'string' ? at : null;
    if (typeof reading !== 'number' || (readAt !== null && readAt < (shown.currentReadingAt ?? ''))) continue;
    const replaced = fields['meter_replaced'] === true;
    if (!replaced && reading < (shown.currentReading ?? 0)) continue;
    shown = {
      ...shown,
      currentReading: reading,
      currentReadingAt: readAt ?? shown.currentReadingAt,
      meterOffset: shown.meterOffset + (replaced ? (shown.currentReading ?? 0) : 0),
    };
  }
  return shown;
}

/** A schedule with the services in the outbox applied. `machines` have the readings that the screen shows. */
function withServices(schedule: Schedule, entries: readonly Entry[], machines: readonly Machine[]): Schedule {
  let shown = schedule;
  for (const { kind, action, fields } of entries) {
    const ids = fields['schedule_ids'];
    const date = fields['service_date'];
    if (kind !== SERVICE.kind || action !== 'insert' || !Array.isArray(ids) || typeof date !== 'string') continue;
    if (!ids.includes(schedule.id) || date < (shown.lastDoneAt ?? '')) continue;
    const reading = fields['reading'];
    const machine = machines.find(({ id }) => id === schedule.machineId);
    shown = {
      ...shown,
      lastDoneAt: date,
      lastDoneReading: typeof reading === 'number' ? reading : null,
      lastDoneOffset: machine?.meterOffset ?? shown.lastDoneOffset,
    };
  }
  return shown;
}

/** The machines by name, with entries in the outbox applied. */
export function useMachines() {
  const query = useQuery(machinesQuery(useAccount()));
  const { entries } = useWaiting();
  const machines = useMemo(
    () => (query.data ?? NONE).map((machine) => withWaiting(machine, entries)).toSorted(byName),
    [query.data, entries],
  );
  return { ...query, machines };
}

/** How defects in the outbox are merged into a list. */
export const defectMapper = ({ userId, firstName, lastName }: Account): RowMapper<Defect> =>
  rowsFrom(DEFECT, ({ recordedAt }) => ({
    createdAt: recordedAt,
    createdBy: userId,
    createdByName: [firstName, lastName].filter(Boolean).join(' '),
  }));

/** The open defects of all machines, latest first, including those in the outbox. */
export function useOpenDefects() {
  const account = useAccount();
  const query = useQuery(openDefectsQuery(account));
  const waiting = useWaiting();
  const defects = useMemo(
    () =>
      shownRows<Defect>(query.data ?? NONE, waiting, query.dataUpdatedAt, defectMapper(account))
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
  return {
    machines,
    schedules: plans,
    use: use.data ?? {},
    due,
    firstDue,
    isPending: parts.some((part) => part.data === undefined && !part.isError && part.fetchStatus !== 'paused'),
    /** True if some data is missing and could not be loaded. */
    isError: parts.some((part) => part.data === undefined && (part.isError || part.fetchStatus === 'paused')),
    loadedAt: fleet.data && fleet.dataUpdatedAt,
    retry: () => {
      for (const part of parts) if (part.data === undefined) void part.refetch();
    },
  };
}
