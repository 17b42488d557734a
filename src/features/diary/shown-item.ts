// One item of the diary, whatever its source, and the functions that make it from the records of each source.
import type { DayNote } from '@/data/diary/diary-notes';
import type { Account } from '@/domain/account/account';
import type { Decimal } from '@/domain/core/money';
import { dateIn, formatDuration, instantOf, localTimeIn, type Zone } from '@/domain/core/time';
import { formatQuantityWithUnit, formatRateWithUnit } from '@/domain/core/units';
import type { DiaryItem } from '@/domain/diary/diary';
import { ABSENCE_WORDS, cancelWords, eventTitle, rainWords, timeWords } from '@/domain/diary/diary-event';
import { shiftMinutes } from '@/domain/hours/shift';
import type { DueItem } from '@/domain/machinery/due';
import { doerNames, doersOf } from '@/domain/works/work';
import type { Entry } from '@/offline/outbox/entry';
import type { AbsenceRequest } from '@/records/absence-requests';
import type { DiaryEvent } from '@/records/diary';
import type { TimeEntry } from '@/records/time';
import type { Work } from '@/records/works';
import { stateWords } from '@/widgets/unsent/send-words';
import type { ItemKind } from './item-kinds';

export type ShownItem = DiaryItem & {
  itemKind: ItemKind;
  title: string;
  /** Secondary lines below the title. */
  lines: readonly string[];
  /** Names of the people it concerns. */
  names: string;
  /** Ids of the people it concerns, including the account holder's; empty if it is unassigned or concerns no person. */
  people: readonly string[];
  customer: string | null;
  task: string | null;
  /** The page it links to; null if it opens in the diary itself. */
  to: string | null;
  work?: Work;
  event?: DiaryEvent;
  /** Sending state of an entry that is still in the outbox. */
  waiting?: string;
};

/** Sort order within a day. */
const RANKS: Record<ItemKind, number> = {
  absence: 0,
  asked: 0,
  reminder: 1,
  delivery: 2,
  job: 3,
  time: 4,
  work: 5,
  note: 6,
  service: 7,
  compliance: 8,
};

const MINUTES_PER_HOUR = 60;
const DECIMAL_SCALE = 10_000;
/** Hours with four decimals, in whole minutes. */
const minutesOf = (hours: Decimal | null) =>
  hours === null ? null : Math.round((hours * MINUTES_PER_HOUR) / DECIMAL_SCALE);

export function workItem(work: Work, { settings }: Account): ShownItem {
  const people = doerNames(work).join(', ');
  const quantity = work.quantity === null ? null : formatQuantityWithUnit(work.quantity, work.chargeableUnit);
  const rate = work.rate === null ? null : formatRateWithUnit(work.rate, work.chargeableUnit, settings.currency);
  const amount = quantity !== null && rate !== null ? `${quantity} at ${rate}` : (quantity ?? rate);
  return {
    source: 'work',
    id: work.id,
    from: work.workDate,
    to: `/works-list?${new URLSearchParams({ from: work.workDate, to: work.workDate, edit: work.id }).toString()}`,
    until: work.workDate,
    rank: RANKS.work,
    time: work.startTime,
    isSecondOccurrence: work.startSecond,
    minutes: minutesOf(work.totalTime),
    value: work.totalValue,
    needsRate: settings.seesRates && work.rate === null && work.quantity !== null,
    itemKind: 'work',
    title: work.taskName,
    lines: [work.customer, ...(amount === null ? [] : [amount]), people],
    names: people,
    people: doersOf(work),
    customer: work.customer,
    task: work.taskName,
    work,
  };
}

export function eventItem(event: DiaryEvent): ShownItem {
  const people = event.assignedNames.join(', ');
  return {
    source: 'event',
    id: event.id,
    from: event.startDate,
    until: event.endDate,
    to: null,
    rank: RANKS[event.kind],
    time: event.startTime,
    minutes: null,
    value: null,
    needsRate: false,
    // The job reserves the id of the work entry it becomes. Only that entry is shown, even while it is in the outbox.
    convertedTo: event.kind === 'job' ? { source: 'work', id: event.workId } : null,
    itemKind: event.kind,
    title: eventTitle(event),
    lines: [
      ...[event.status === 'cancelled' ? cancelWords(event) : rainWords(event)].filter(Boolean),
      ...(event.title !== null && event.customer !== null ? [event.customer] : []),
      // The start time is already shown before the title.
      ...[event.endTime === null ? null : timeWords(event), event.kind === 'absence' ? null : people]
        .filter((line) => !!line)
        .map(String),
    ],
    names: people,
    people: event.assignedTo,
    customer: event.customer,
    task: event.taskName,
    event,
  };
}

/** Time off that a person asks for. */
export const requestItem = (request: AbsenceRequest): ShownItem => ({
  source: 'request',
  id: request.id,
  from: request.startDate,
  until: request.endDate,
  to: `/time-off?${new URLSearchParams({ request: request.id, date: request.startDate }).toString()}`,
  rank: RANKS.asked,
  time: null,
  minutes: null,
  value: null,
  needsRate: false,
  itemKind: 'asked',
  title: `${request.personName}: ${ABSENCE_WORDS[request.absenceType]}?`,
  lines: ['Asked, not answered yet', ...[request.half, request.note].filter((line) => line !== null)],
  names: request.personName,
  people: [request.personId],
  customer: null,
  task: null,
});

/** A shift. Its minutes are paid, not billed, so they are shown but not added to the day's sum. */
export function timeItem(shift: TimeEntry, zone: Zone, now: Date): ShownItem {
  const startTime = localTimeIn(zone, new Date(shift.clockInAt));
  const endTime = shift.clockOutAt === null ? 'now' : localTimeIn(zone, new Date(shift.clockOutAt));
  return {
    source: 'time',
    id: shift.id,
    from: shift.workDate,
    until: shift.workDate,
    to: '/time-diary',
    rank: RANKS.time,
    time: startTime,
    isSecondOccurrence: Date.parse(instantOf(shift.workDate, startTime, zone)) < Date.parse(shift.clockInAt) - 60_000,
    minutes: null,
    value: null,
    needsRate: false,
    itemKind: 'time',
    title: shift.activity,
    lines: [
      `${startTime}–${endTime}, ${formatDuration(shiftMinutes(shift, now).paid)} paid`,
      ...(shift.customer === null ? [] : [shift.customer]),
      shift.createdByName,
    ],
    names: shift.createdByName,
    people: shift.employeeId === null ? [] : [shift.employeeId],
    customer: shift.customer,
    task: shift.activity,
  };
}

export const noteItem = (note: DayNote): ShownItem => ({
  source: 'note',
  id: note.id,
  from: note.noteDate,
  until: note.noteDate,
  to: `/view-notes?${new URLSearchParams({ edit: note.id }).toString()}`,
  rank: RANKS.note,
  time: note.noteTime,
  minutes: null,
  value: null,
  needsRate: false,
  itemKind: 'note',
  title: note.title,
  lines: [note.customer, note.createdByName].filter((line) => line !== null && line !== '').map(String),
  names: note.createdByName,
  people: note.createdBy === null ? [] : [note.createdBy],
  customer: note.customer,
  task: null,
});

/** A service, or another date of a machine such as its MOT or insurance, on the day when it is due. */
export const serviceItem = ({ key, machineId, machineName, name }: DueItem, on: string, words: string): ShownItem => ({
  source: 'service',
  id: key,
  from: on,
  until: on,
  to: `/machinery/${machineId}?tab=due`,
  rank: RANKS.service,
  time: null,
  minutes: null,
  value: null,
  needsRate: false,
  itemKind: 'service',
  title: `${machineName}: ${name}`,
  lines: [words],
  names: '',
  people: [],
  customer: null,
  task: null,
});

/** A compliance date, or the end of a certificate, on its day. */
export const complianceItem = (id: string, title: string, on: string, words: string, to: string): ShownItem => ({
  source: 'compliance',
  id,
  from: on,
  until: on,
  to,
  rank: RANKS.compliance,
  time: null,
  minutes: null,
  value: null,
  needsRate: false,
  itemKind: 'compliance',
  title,
  lines: [words],
  names: '',
  people: [],
  customer: null,
  task: null,
});

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** An entry in the outbox, with only the columns that the entry contains. */
export function waitingItem(entry: Entry, { userId, settings }: Pick<Account, 'userId' | 'settings'>): ShownItem {
  const { fields, id } = entry;
  const date = textOf(fields['work_date']) ?? dateIn(settings.zone, entry.recordedAt);
  const customer = textOf(fields['customer']);
  return {
    source: 'work',
    id,
    from: date,
    until: date,
    to: '/works-list',
    rank: RANKS.work,
    time: textOf(fields['start_time'])?.slice(0, 5) ?? null,
    isSecondOccurrence: fields['start_second'] === true,
    minutes: null,
    value: null,
    needsRate: false,
    itemKind: 'work',
    title: textOf(fields['task_name']) ?? entry.title,
    lines: customer === null ? [] : [customer],
    names: '',
    people: [userId],
    customer,
    task: textOf(fields['task_name']),
    ...(entry.state !== 'acknowledged' && {
      waiting: entry.problem ? `Needs attention: ${entry.problem.sentence}` : stateWords(entry, false),
    }),
  };
}
