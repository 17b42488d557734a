// Planned events: jobs, reminders, deliveries and absences. Their titles, who may do what with them, and their times.
import { addDays, formatDate, formatDateDated } from '@/domain/core/time';

export const KINDS = ['job', 'reminder', 'delivery', 'absence'] as const;
export type EventKind = (typeof KINDS)[number];
export const STATUSES = ['planned', 'in_progress', 'done', 'cancelled'] as const;
export type EventStatus = (typeof STATUSES)[number];
export const ABSENCES = ['holiday', 'sick', 'other'] as const;
export type AbsenceType = (typeof ABSENCES)[number];
export const REPEATS = ['day', 'week', 'fortnight', 'month', 'year'] as const;
export type Repeat = (typeof REPEATS)[number];

/** Why a planned job will not be done. */
export const CANCEL_REASONS = ['weather', 'machine', 'customer', 'ground', 'other'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];
export const CANCEL_WORDS: Record<CancelReason, string> = {
  weather: 'Weather',
  machine: 'Machine',
  customer: 'Customer',
  ground: 'Ground',
  other: 'Something else',
};

/** Why a crew member can't do a job that is planned for them. */
export const DECLINE_REASONS = ['away', 'time', 'machine', 'weather', 'ground', 'other'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];
export const DECLINE_WORDS: Record<DeclineReason, string> = {
  away: 'Away that day',
  time: 'No time',
  machine: 'Machine',
  weather: 'Weather',
  ground: 'Ground',
  other: 'Something else',
};

export const MAX_EVENT_DAYS = 366;

export const KIND_WORDS: Record<EventKind, string> = {
  job: 'Job',
  reminder: 'Reminder',
  delivery: 'Delivery',
  absence: 'Absence',
};
export const STATUS_WORDS: Record<EventStatus, string> = {
  planned: 'Planned',
  in_progress: 'Under way',
  done: 'Done',
  cancelled: 'Cancelled',
};
export const ABSENCE_WORDS: Record<AbsenceType, string> = { holiday: 'Holiday', sick: 'Off sick', other: 'Away' };

export type Planned = {
  kind: EventKind;
  title: string | null;
  taskName: string | null;
  customer: string | null;
  absenceType: AbsenceType | null;
  /** Dates 'YYYY-MM-DD', both inclusive. */
  startDate: string;
  endDate: string;
  /** 'HH:MM' wall times; null: all day. */
  startTime: string | null;
  endTime: string | null;
  /** Ids of people; empty means that anyone free can do it. */
  assignedTo: readonly string[];
  assignedNames: readonly string[];
  status: EventStatus;
  /** The work entry that the job was logged as. */
  convertedWorkId: string | null;
};

/** "Weather, too wet": why a job was cancelled; '' if it was not. */
export const cancelWords = ({
  cancelReason,
  cancelNote,
}: {
  cancelReason: CancelReason | null;
  cancelNote: string | null;
}): string => [cancelReason && CANCEL_WORDS[cancelReason], cancelNote].filter(Boolean).join(', ');

/** "Rained off on 30 Nov 2026": a job that was moved on from that day; '' if it was not. */
export const rainWords = ({ rainedOff, startDate }: { rainedOff: string | null; startDate: string }): string =>
  rainedOff && rainedOff !== startDate ? `Rained off on ${formatDateDated(rainedOff)}` : '';

type Decline = { declinedReason: DeclineReason | null; declinedNote: string | null };

/** The heading: the title; without one, for an absence the person and the reason, otherwise the task and the customer. */
export function eventTitle({ kind, title, taskName, customer, absenceType, assignedNames }: Planned): string {
  if (title !== null) return title;
  if (kind === 'absence') return [assignedNames.join(', '), ABSENCE_WORDS[absenceType ?? 'other']].join(': ');
  return [taskName, customer].filter(Boolean).join(' – ') || KIND_WORDS[kind];
}

/** True if the event covers that date. */
export const isOn = ({ startDate, endDate }: Pick<Planned, 'startDate' | 'endDate'>, date: string): boolean =>
  startDate <= date && date <= endDate;

/** "07:30", "07:30–16:00", "20:00–02:00 next day"; null for all day. */
export function timeWords({ startTime, endTime, startDate, endDate }: Planned): string | null {
  if (startTime === null) return null;
  if (endTime === null) return startTime;
  const next = startDate === endDate && endTime < startTime;
  return `${startTime}–${endTime}${next ? ' next day' : ''}`;
}

type Person = { userId: string; role: 'admin' | 'employee'; canWrite: boolean };

/** Whether the event is this person's to do: assigned to them or to no one. The database applies the same rule. */
const isForPerson = ({ assignedTo }: Planned, { userId }: Pick<Person, 'userId'>): boolean =>
  assignedTo.length === 0 || assignedTo.includes(userId);

/**
 * The jobs of a date that are this person's to do, without cancelled ones: their own by start (those without a time, or
 * begun on an earlier day, first), then those that are for anyone.
 */
export const jobsOfDay = <Event extends Planned>(
  events: readonly Event[],
  date: string,
  person: Pick<Person, 'userId'>,
): Event[] =>
  events
    .filter((event) => event.kind === 'job' && event.status !== 'cancelled' && isOn(event, date))
    .filter((event) => isForPerson(event, person))
    .toSorted((a, b) => startOn(a, date).localeCompare(startOn(b, date)))
    .toSorted((a, b) => Number(a.assignedTo.length === 0) - Number(b.assignedTo.length === 0));

const startOn = ({ startDate, startTime }: Planned, date: string) => (startDate === date ? (startTime ?? '') : '');

/** Whether this person may set the status of a job. A logged job stays done. */
export const maySetStatus = (event: Planned, person: Person): boolean =>
  person.canWrite &&
  event.kind === 'job' &&
  event.convertedWorkId === null &&
  (person.role === 'admin' || (isForPerson(event, person) && event.status !== 'cancelled'));

/** Whether this person may decline a job: a crew member may, if it is theirs to do and not done. */
export const mayDecline = (event: Planned, person: Person): boolean =>
  person.role === 'employee' && maySetStatus(event, person) && event.status !== 'done';

/** "Machine, gearbox runs hot"; '' if the job was not declined. */
export const declineWords = ({ declinedReason, declinedNote }: Decline): string =>
  declinedReason === null ? '' : [DECLINE_WORDS[declinedReason], declinedNote].filter(Boolean).join(', ');

/** Whether it can be logged as work: a job that is not logged yet and not cancelled. */
export const mayLog = (event: Planned, person: Person): boolean =>
  person.canWrite &&
  event.kind === 'job' &&
  event.convertedWorkId === null &&
  event.status !== 'cancelled' &&
  (person.role === 'admin' || isForPerson(event, person));

/** The jobs of a day that rain can move: still planned, and starting that day. */
export const movableJobs = <Event extends Planned>(events: readonly Event[], date: string): Event[] =>
  events.filter(({ kind, status, startDate }) => kind === 'job' && status === 'planned' && startDate === date);

/** Whether an event can be moved to another day or person: not once it is done, cancelled or logged. */
export const isMovable = ({ status, convertedWorkId }: Pick<Planned, 'status' | 'convertedWorkId'>): boolean =>
  (status === 'planned' || status === 'in_progress') && convertedWorkId === null;

/** The date under which work on a job is logged: today, or the job's last day once that has passed. */
export const workDateOf = ({ endDate }: Pick<Planned, 'endDate'>, today: string): string =>
  endDate < today ? endDate : today;

type ProposedEvent = Pick<Planned, 'startDate' | 'endDate' | 'startTime' | 'endTime' | 'assignedTo'> & {
  /** It is one day of several: the words name the day. */
  repeats?: boolean;
};
type BookedEvent = Planned & { id: string };

/**
 * The conflict of a job with those people's other events, in words that end with "– book anyway?": one of them is away,
 * or has another job at that time. Null if there is none. `moved` are the ids of the events that are changed: they are ignored.
 */
export function conflictWords(
  proposed: ProposedEvent,
  people: ReadonlyMap<string, string>,
  events: readonly BookedEvent[],
  today: string,
  moved: readonly string[],
): string | null {
  const others = events.filter(({ id, status }) => !moved.includes(id) && status !== 'cancelled');
  const conflict = others.find((event) => isAway(event, proposed)) ?? others.find((event) => isBusy(event, proposed));
  const person = conflict && proposed.assignedTo.find((id) => conflict.assignedTo.includes(id));
  if (!conflict || person === undefined) return null;
  const day = conflict.startDate > proposed.startDate ? conflict.startDate : proposed.startDate;
  const when =
    proposed.startDate === proposed.endDate && !proposed.repeats ? 'that day' : `on ${formatDate(day, today)}`;
  const reason =
    conflict.kind === 'absence'
      ? `is ${AWAY[conflict.absenceType ?? 'other']} ${when}`
      : `has ${eventTitle(conflict)} ${when}, ${timeWords(conflict) ?? ''}`;
  return `${people.get(person) ?? 'Somebody'} ${reason} – book anyway?`;
}
const AWAY: Record<AbsenceType, string> = { holiday: 'on holiday', sick: 'off sick', other: 'away' };

const sharesPerson = (event: BookedEvent, { assignedTo }: ProposedEvent) =>
  assignedTo.some((id) => event.assignedTo.includes(id));

const isAway = (event: BookedEvent, proposed: ProposedEvent) =>
  event.kind === 'absence' &&
  event.startDate <= proposed.endDate &&
  event.endDate >= proposed.startDate &&
  sharesPerson(event, proposed);

/** Start and end as sortable texts; null for all day, which does not conflict with other jobs. */
function span({ startDate, endDate, startTime, endTime }: Omit<ProposedEvent, 'assignedTo'>): [string, string] | null {
  if (startTime === null) return null;
  const last = startDate === endDate && endTime !== null && endTime < startTime ? addDays(endDate, 1) : endDate;
  return [`${startDate} ${startTime}`, `${last} ${endTime ?? startTime}`];
}

/** Touching is not overlapping; a job without a finish lasts only for the instant of its start. */
function isBusy(event: BookedEvent, proposed: ProposedEvent): boolean {
  const [one, other] = [span(event), span(proposed)];
  if (event.kind !== 'job' || event.status === 'done' || !one || !other || !sharesPerson(event, proposed)) return false;
  return one[0] === other[0] || (one[0] < other[1] && other[0] < one[1]);
}
