// What is planned: jobs, reminders, deliveries and absences. What each is called, who may do what with it, and when.
import { addDays, formatDate } from './time';

export const KINDS = ['job', 'reminder', 'delivery', 'absence'] as const;
export type EventKind = (typeof KINDS)[number];
export type EventStatus = 'planned' | 'in_progress' | 'done' | 'cancelled';
export const ABSENCES = ['holiday', 'sick', 'other'] as const;
export type AbsenceType = (typeof ABSENCES)[number];

export const LONGEST_DAYS = 366;

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
  /** Ids of people; nobody means whoever has time. */
  assignedTo: readonly string[];
  assignedNames: readonly string[];
  status: EventStatus;
  /** The entry that the job has become. */
  convertedWorkId: string | null;
};

/** What stands over it: its title, else the task and the customer, else the absence and who. */
export function eventTitle({ kind, title, taskName, customer, absenceType, assignedNames }: Planned): string {
  if (title !== null) return title;
  if (kind === 'absence') return [assignedNames.join(', '), ABSENCE_WORDS[absenceType ?? 'other']].join(': ');
  return [taskName, customer].filter(Boolean).join(' – ') || KIND_WORDS[kind];
}

/** True where the day is one of its days. */
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

/** Whether it is this person's to do: named for it, or nobody is. The database holds to the same. */
const isTheirs = ({ assignedTo }: Planned, { userId }: Pick<Person, 'userId'>): boolean =>
  assignedTo.length === 0 || assignedTo.includes(userId);

/** Whether this person may say how far a job is. One that was logged stays done. */
export const maySetStatus = (event: Planned, by: Person): boolean =>
  by.canWrite &&
  event.kind === 'job' &&
  event.convertedWorkId === null &&
  (by.role === 'admin' || (isTheirs(event, by) && event.status !== 'cancelled'));

/** Whether it can become an entry of work: a job that is none yet and was not called off. */
export const mayLog = (event: Planned, by: Person): boolean =>
  by.canWrite &&
  event.kind === 'job' &&
  event.convertedWorkId === null &&
  event.status !== 'cancelled' &&
  (by.role === 'admin' || isTheirs(event, by));

/** The jobs of a day that rain can move: planned, begun by nobody, and beginning that day. */
export const movable = <Event extends Planned>(events: readonly Event[], date: string): Event[] =>
  events.filter(({ kind, status, startDate }) => kind === 'job' && status === 'planned' && startDate === date);

/** The date that work on a job is logged for: today while the job lasts or lies ahead, later its last day. */
export const loggedFor = ({ endDate }: Pick<Planned, 'endDate'>, today: string): string =>
  endDate < today ? endDate : today;

type Asked = Pick<Planned, 'startDate' | 'endDate' | 'startTime' | 'endTime' | 'assignedTo'>;
type Booked = Planned & { id: string };

/**
 * What stands in the way of a job for those people: that one of them is away, or has another job at that time, in words
 * that end with "– book anyway?". null where nothing does. `self` is left out: an event does not stand in its own way.
 */
export function clashWords(
  asked: Asked,
  people: ReadonlyMap<string, string>,
  events: readonly Booked[],
  today: string,
  self: string | null,
): string | null {
  const others = events.filter(({ id, status }) => id !== self && status !== 'cancelled');
  const found = others.find((event) => isAway(event, asked)) ?? others.find((event) => isBusy(event, asked));
  const person = found && asked.assignedTo.find((id) => found.assignedTo.includes(id));
  if (!found || person === undefined) return null;
  const day = found.startDate > asked.startDate ? found.startDate : asked.startDate;
  const on = asked.startDate === asked.endDate ? 'that day' : `on ${formatDate(day, today)}`;
  const doing =
    found.kind === 'absence'
      ? `is ${AWAY[found.absenceType ?? 'other']} ${on}`
      : `has ${eventTitle(found)} ${on}, ${timeWords(found) ?? ''}`;
  return `${people.get(person) ?? 'Somebody'} ${doing} – book anyway?`;
}
const AWAY: Record<AbsenceType, string> = { holiday: 'on holiday', sick: 'off sick', other: 'away' };

const isTheirsToo = (event: Booked, { assignedTo }: Asked) => assignedTo.some((id) => event.assignedTo.includes(id));

const isAway = (event: Booked, asked: Asked) =>
  event.kind === 'absence' &&
  event.startDate <= asked.endDate &&
  event.endDate >= asked.startDate &&
  isTheirsToo(event, asked);

/** From when to when, as texts that sort; null for all day, which leaves time for other jobs. */
function span({ startDate, endDate, startTime, endTime }: Omit<Asked, 'assignedTo'>): [string, string] | null {
  if (startTime === null) return null;
  const last = startDate === endDate && endTime !== null && endTime < startTime ? addDays(endDate, 1) : endDate;
  return [`${startDate} ${startTime}`, `${last} ${endTime ?? startTime}`];
}

/** Touching is not overlapping; a job without a finish is at its start. */
function isBusy(event: Booked, asked: Asked): boolean {
  const [one, other] = [span(event), span(asked)];
  if (event.kind !== 'job' || event.status === 'done' || !one || !other || !isTheirsToo(event, asked)) return false;
  return one[0] === other[0] || (one[0] < other[1] && other[0] < one[1]);
}
