// What each person of the crew is doing today, according to their shifts, logged work, planned jobs and checks.
import type { LatestCheck } from '@/domain/checklists/checklist-board';
import { machinesOfDay } from '@/domain/checklists/own-checks';
import { localTimeIn, type Zone } from '@/domain/core/time';
import {
  ABSENCE_WORDS,
  declineWords,
  eventTitle,
  isOn,
  jobsOfDay,
  timeWords,
  type DeclineReason,
  type Planned,
} from '@/domain/diary/diary-event';
import { runningBreak, shiftState, type Shift } from '@/domain/hours/shift';
import type { OnJob } from '@/domain/works/job';

type CrewShift = Shift & { activity: string; customer: string | null };
type CrewWork = Record<'id' | 'jobId' | 'taskName' | 'customer' | 'createdAt', string> & {
  employeeId: string | null;
  line: number;
};
type CrewEvent = Planned & {
  notes: string | null;
  declinedReason: DeclineReason | null;
  declinedNote: string | null;
  declinedBy: string | null;
};
type Fleet = Parameters<typeof machinesOfDay>[0];

/** The records from which each person's day is derived. */
export type CrewRecords<Event extends CrewEvent> = {
  shifts: readonly CrewShift[];
  /** The works of today, by anybody. */
  works: readonly CrewWork[];
  /** The people and machines on today's jobs. */
  onJobs: readonly OnJob[];
  events: readonly Event[];
  fleet: Fleet;
  checks: readonly LatestCheck[];
};

type CrewState = 'clocked-in' | 'under-way' | 'logged' | 'clocked-out' | 'absent' | 'planned';
type Person = { id: string; name: string };
type Clock = { today: string; now: Date; zone: Zone };
type Logged = { id: string; at: string; words: string; machines: readonly string[] };

const joinParts = (...parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** "Baling, Hill Farm"; null if the shift does not say what is done. */
const shiftWords = ({ activity, customer }: CrewShift) =>
  activity === 'General' && customer === null ? null : [activity, customer].filter(Boolean).join(', ');

/** The jobs of today that a person logged or that name them, the latest first. Each is named after its first line. */
function loggedBy<Event extends CrewEvent>(person: Person, records: CrewRecords<Event>, zone: Zone): Logged[] {
  const { works, onJobs } = records;
  const fleet = new Set(records.fleet.map(({ id }) => id));
  const jobs = new Set(onJobs.filter(({ ref }) => ref === person.id).map(({ jobId }) => jobId));
  return works
    .filter(({ employeeId, jobId }) => employeeId === person.id || jobs.has(jobId))
    .filter((work) => !works.some(({ jobId, line }) => jobId === work.jobId && line < work.line))
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
    .map(({ id, jobId, taskName, customer, createdAt }) => ({
      id,
      at: localTimeIn(zone, new Date(createdAt)),
      words: `${taskName}, ${customer}`,
      machines: onJobs.filter((row) => row.jobId === jobId && fleet.has(row.ref)).map(({ name }) => name),
    }));
}

/** One person's day: one line about what they do and with which machines, and their planned and logged jobs. */
export function crewDay<Event extends CrewEvent>(person: Person, records: CrewRecords<Event>, clock: Clock) {
  const jobs = jobsOfDay(records.events, clock.today, { userId: person.id });
  const logged = loggedBy(person, records, clock.zone);
  return { ...statusLine(person, records, clock, jobs, logged), jobs, logged };
}

export type CrewDay<Event extends CrewEvent> = ReturnType<typeof crewDay<Event>>;

function statusLine<Event extends CrewEvent>(
  person: Person,
  { shifts, events, fleet, checks }: CrewRecords<Event>,
  { today, now, zone }: Clock,
  jobs: readonly Event[],
  [last]: readonly Logged[],
): { state: CrewState; words: string } {
  const timeOf = (instant: string) => localTimeIn(zone, new Date(instant));
  const planned = jobs.filter(({ assignedTo }) => assignedTo.length > 0);
  const begun = planned.find(({ status, convertedWorkId }) => status === 'in_progress' && convertedWorkId === null);
  /** The machines that the started job names or that the person checked today. */
  const machines = () =>
    machinesOfDay(
      fleet,
      begun ? [[begun.title, begun.taskName, begun.notes].filter(Boolean).join(' ')] : [],
      checks.filter(({ doneOn }) => doneOn === today),
      person.name,
      today,
    )
      .map(({ name }) => name)
      .join(', ');
  const own = shifts.filter(({ employeeId }) => employeeId === person.id);
  const running = own.find((shift) => shiftState(shift, now) === 'running');
  if (running) {
    const pause = runningBreak(running.breaks);
    const since = pause
      ? `On a break since ${timeOf(pause.start)}`
      : `Clocked in since ${timeOf(running.clockInAt)}${running.workDate < today ? ' yesterday' : ''}`;
    return {
      state: 'clocked-in',
      words: joinParts(since, shiftWords(running) ?? (begun && eventTitle(begun)), machines()),
    };
  }
  if (begun) return { state: 'under-way', words: joinParts('Started, not clocked in', eventTitle(begun), machines()) };
  if (last) return { state: 'logged', words: joinParts(`Logged at ${last.at}`, last.words, last.machines.join(', ')) };
  const ended = own.find(({ workDate, clockOutAt }) => workDate === today && clockOutAt !== null);
  if (ended?.clockOutAt != null)
    return { state: 'clocked-out', words: joinParts(`Clocked out at ${timeOf(ended.clockOutAt)}`, shiftWords(ended)) };
  const absence = events.find(
    (event) => event.kind === 'absence' && event.assignedTo.includes(person.id) && isOn(event, today),
  );
  if (absence) return { state: 'absent', words: joinParts('Absent', ABSENCE_WORDS[absence.absenceType ?? 'other']) };
  return { state: 'planned', words: plannedWords(person, planned) };
}

/** What is next for a person who has neither clocked in nor logged anything. */
function plannedWords(person: Person, planned: readonly CrewEvent[]): string {
  const isDone = ({ status, convertedWorkId }: Planned) => status === 'done' || convertedWorkId !== null;
  const isDeclined = ({ declinedReason, declinedBy }: CrewEvent) => declinedReason !== null && declinedBy === person.id;
  const open = planned.filter((event) => !isDone(event));
  const next = open.find((event) => !isDeclined(event));
  if (next) {
    const start = [timeWords(next), eventTitle(next)].filter(Boolean).join(' ');
    return open.length < planned.length ? `Next job ${start}` : `Not started · first job ${start}`;
  }
  const [declined] = open;
  if (declined) return joinParts(`Can’t do ${eventTitle(declined)}`, declineWords(declined));
  return planned.length > 0 ? 'Every job planned for today is done' : 'Not started · no job planned';
}
