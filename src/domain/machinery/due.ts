// When a service is due: by the meter, by the date, or by the earlier of the two. A lifetime reading is the meter's
// reading plus the total counted by the machine's earlier meters.
import { addDays, addMonths, daysBetween } from '@/domain/core/time';
import type { MachineStatus, MeterType } from './machine';

/** The readings just before and just after the day 90 days ago. */
export type UsePoints = {
  beforeReading: number | null;
  beforeAt: string | null;
  afterReading: number | null;
  afterAt: string | null;
};

export type DueMachine = {
  id: string;
  name: string;
  status: MachineStatus;
  meterType: MeterType;
  currentReading: number | null;
  meterOffset: number;
  purchaseDate: string | null;
  insuranceExpires: string | null;
  taxExpires: string | null;
  motDue: string | null;
  lolerDue: string | null;
  sprayerTestDue: string | null;
};

export type DueSchedule = {
  id: string;
  machineId: string;
  name: string;
  intervalMeter: number | null;
  intervalMonths: number | null;
  lastDoneAt: string | null;
  lastDoneReading: number | null;
  lastDoneOffset: number;
  /**
   * The lifetime reading from which the meter's interval counts: without a reading at the service, the last one known.
   * Missing in copies that earlier versions of the app stored.
   */
  countsFrom?: number | null;
  firstAtReading: number | null;
  warnPct: number;
  warnDays: number;
  active: boolean;
};

export const DUE_STATES = ['overdue', 'due_soon', 'ok', 'no_date'] as const;
export type DueState = (typeof DUE_STATES)[number];

export type Due = {
  state: DueState;
  /** The meter's reading at which it is due; null if it is not due by the meter, or if that is not known. */
  dueReading: number | null;
  /** The units that remain until that reading; negative when overdue. */
  remaining: number | null;
  /** The date by the interval of months. */
  dueDate: string | null;
  /** The date on which the meter will reach that reading, estimated from recent use. */
  projected: string | null;
  /** The earlier of the two. */
  on: string | null;
  /** It is due by the meter too, which has no reading to count from. */
  lacksReading?: true;
};

const USE_DAYS = 90;
const DAY_MS = 86_400_000;

/** Readings have one decimal; sums of them are rounded to it. */
const tenth = (reading: number): number => Math.round(reading * 10) / 10;

/**
 * How much a machine is used per day, over the last 90 days. A machine whose readings began later is measured from its
 * first one. Null without two readings at least a day apart.
 */
export function usePerDay(points: UsePoints | undefined, lifetime: number | null, today: string): number | null {
  if (!points || lifetime === null) return null;
  const { beforeReading, beforeAt, afterReading, afterAt } = points;
  if (beforeReading !== null && beforeAt !== null) {
    const start = Date.parse(today) - USE_DAYS * DAY_MS;
    const [from, to] = [Date.parse(beforeAt), afterAt === null ? null : Date.parse(afterAt)];
    // The reading on that day is interpolated between the readings before and after it.
    const part = to === null || to <= from ? 0 : Math.min(1, Math.max(0, (start - from) / (to - from)));
    const then = beforeReading + ((afterReading ?? beforeReading) - beforeReading) * part;
    return Math.max(0, lifetime - then) / USE_DAYS;
  }
  if (afterReading === null || afterAt === null) return null;
  const days = daysBetween(afterAt.slice(0, 10), today);
  return days < 1 ? null : Math.max(0, lifetime - afterReading) / days;
}

const NO_DUE_DATE: Due = {
  state: 'no_date',
  dueReading: null,
  remaining: null,
  dueDate: null,
  projected: null,
  on: null,
};

const earliest = (dates: readonly (string | null)[]): string | null =>
  dates.filter((date) => date !== null).toSorted()[0] ?? null;

const lifetimeOf = ({ currentReading, meterOffset }: Pick<DueMachine, 'currentReading' | 'meterOffset'>) =>
  currentReading === null ? null : currentReading + meterOffset;

/** The lifetime reading that the meter's interval counts from; null if the service was never done, or without a reading. */
const lifetimeAtLast = ({ countsFrom, lastDoneReading, lastDoneOffset }: DueSchedule): number | null =>
  countsFrom ?? (lastDoneReading === null ? null : lastDoneReading + lastDoneOffset);

/** The lifetime reading at which a service is due: an interval after the last one; if never done, its first reading. */
function dueLifetime(schedule: DueSchedule): number | null {
  const { intervalMeter, lastDoneAt, firstAtReading } = schedule;
  if (intervalMeter === null) return null;
  const last = lifetimeAtLast(schedule);
  return last === null ? (lastDoneAt === null ? firstAtReading : null) : last + intervalMeter;
}

/** When a service is due. */
export function dueOf(machine: DueMachine, schedule: DueSchedule, perDay: number | null, today: string): Due {
  const { intervalMeter, intervalMonths, lastDoneAt, firstAtReading, warnPct, warnDays } = schedule;
  const lifetime = lifetimeOf(machine);
  const at = dueLifetime(schedule);
  const remaining = at === null || lifetime === null ? null : tenth(at - lifetime);
  const since = lastDoneAt ?? machine.purchaseDate;
  const dueDate = intervalMonths === null || since === null ? null : addMonths(since, intervalMonths);
  // No estimate for a machine that was not used, nor for a date more than a century ahead.
  const days = remaining === null || perDay === null || perDay <= 0 ? null : Math.ceil(tenth(remaining) / perDay);
  const projected = days === null || days > 36_500 ? null : addDays(today, Math.max(0, days));
  const on = earliest([projected, dueDate]);
  // It was done, or has a reading at which it is due, but the machine has no reading to count from.
  const lacksReading = intervalMeter !== null && remaining === null && (at !== null || lastDoneAt !== null);
  const lack = lacksReading ? ({ lacksReading } as const) : {};
  if (remaining === null && dueDate === null) return { ...NO_DUE_DATE, ...lack };
  const interval = lifetimeAtLast(schedule) === null ? (firstAtReading ?? intervalMeter ?? 0) : (intervalMeter ?? 0);
  const overdue = (remaining !== null && remaining <= 0) || (dueDate !== null && dueDate < today);
  const soon =
    (remaining !== null && remaining <= tenth((warnPct * interval) / 100)) ||
    (on !== null && daysBetween(today, on) <= warnDays);
  return {
    state: overdue ? 'overdue' : soon ? 'due_soon' : 'ok',
    dueReading: at === null ? null : tenth(at - machine.meterOffset),
    remaining,
    dueDate,
    projected,
    on,
    ...lack,
  };
}

/** Days of warning before a date that the law or an insurer sets. */
const STATUTORY_WARN_DAYS = 30;

const STATUTORY = [
  ['insuranceExpires', 'Insurance'],
  ['taxExpires', 'Tax'],
  ['motDue', 'MOT'],
  ['lolerDue', 'Thorough examination (LOLER)'],
  ['sprayerTestDue', 'Sprayer test'],
] as const;

export type DueItem = {
  /** Unique among all items. */
  key: string;
  machineId: string;
  machineName: string;
  meterType: MeterType;
  name: string;
  /** Null for a date of the machine itself, such as its insurance. */
  scheduleId: string | null;
  due: Due;
};

function statutoryItems(machine: DueMachine, today: string): DueItem[] {
  return STATUTORY.flatMap(([field, name]) => {
    const date = machine[field];
    if (date === null) return [];
    const days = daysBetween(today, date);
    const state: DueState = days < 0 ? 'overdue' : days <= STATUTORY_WARN_DAYS ? 'due_soon' : 'ok';
    return [
      {
        key: `${machine.id}:${field}`,
        machineId: machine.id,
        machineName: machine.name,
        meterType: machine.meterType,
        name,
        scheduleId: null,
        due: { ...NO_DUE_DATE, state, dueDate: date, on: date },
      },
    ];
  });
}

const byDue = (a: DueItem, b: DueItem): number =>
  DUE_STATES.indexOf(a.due.state) - DUE_STATES.indexOf(b.due.state) ||
  (a.due.on ?? '9999').localeCompare(b.due.on ?? '9999') ||
  (a.due.remaining ?? Infinity) - (b.due.remaining ?? Infinity) ||
  a.machineName.localeCompare(b.machineName) ||
  a.name.localeCompare(b.name) ||
  a.key.localeCompare(b.key);

/** Everything that is due on the farm's machines, most urgent first. Sold machines have nothing due. */
export function dueItems(
  machines: readonly DueMachine[],
  schedules: readonly DueSchedule[],
  use: Readonly<Record<string, UsePoints>>,
  today: string,
): DueItem[] {
  const byId = new Map(machines.filter(({ status }) => status !== 'sold').map((machine) => [machine.id, machine]));
  const services = schedules.flatMap((schedule): DueItem[] => {
    const machine = byId.get(schedule.machineId);
    if (!machine || !schedule.active) return [];
    const perDay = usePerDay(use[machine.id], lifetimeOf(machine), today);
    return [
      {
        key: schedule.id,
        machineId: machine.id,
        machineName: machine.name,
        meterType: machine.meterType,
        name: schedule.name,
        scheduleId: schedule.id,
        due: dueOf(machine, schedule, perDay, today),
      },
    ];
  });
  return [...services, ...[...byId.values()].flatMap((machine) => statutoryItems(machine, today))].toSorted(byDue);
}

/** The items that are overdue, or due within so many days. */
export const dueWithin = (items: readonly DueItem[], days: number, today: string): DueItem[] =>
  items.filter(
    ({ due }) =>
      due.state === 'overdue' || due.state === 'due_soon' || (due.on !== null && daysBetween(today, due.on) <= days),
  );

/** The most urgent item of each machine, by its id. The items must be sorted. */
export function firstDueByMachine(items: readonly DueItem[]): ReadonlyMap<string, DueItem> {
  const first = new Map<string, DueItem>();
  for (const item of items) if (!first.has(item.machineId)) first.set(item.machineId, item);
  return first;
}
