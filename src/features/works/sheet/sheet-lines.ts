// The lines of a day's sheet: the cells as typed, and what they mean.
import { safeParse } from 'valibot';
import type { LoggedWork } from '@/data/works/day-sheet';
import type { Account } from '@/domain/account/account';
import { toInputText, type Decimal } from '@/domain/core/money';
import { foldText, sameName } from '@/domain/core/search';
import { isRepeated, localTimeIn } from '@/domain/core/time';
import { isUnit, unitOf } from '@/domain/core/units';
import { customerIdOf, findByName } from '@/domain/customers/customer';
import { SHEET_COLUMNS, timeText, type SheetCells, type SheetColumn } from '@/domain/works/day-sheet';
import { NO_MORE, personText } from '@/domain/works/job-more';
import { nearMatch } from '@/domain/works/work';
import { previewOf, type WorkRules } from '@/domain/works/work-rules';
import { jobFields } from '@/features/works/entries/job-entries';
import { rateFor, unitFor, type Lists } from '@/features/works/form/job-start';
import { questionsFor } from '@/features/works/form/save-questions';
import { EMPTY, type WorkText } from '@/features/works/form/work-fields';
import { workSchema } from '@/features/works/form/work-schema';
import type { Json } from '@/lib/database.types';
import { jobContent } from '@/records/jobs';
import type { NewWork } from '@/records/works';

/** The same limit as in the database. */
export const MAX_LINES = 200;
const FIRST_LINES = 6;

export type SheetLine = {
  /** The id of the job. */
  id: string;
  cells: SheetCells;
  /** Whether its problems are shown: once the focus has left it, or it was pasted. */
  checked?: boolean;
  /** What was sent without an answer. It is repeated as it was, so that the database recognises it. */
  sent?: Json;
};

export const newLine = (cells: SheetCells = {}): SheetLine => ({ id: crypto.randomUUID(), cells });
/** A line that has been changed since it was sent. */
export const withoutSent = ({ id, cells, checked = false }: SheetLine): SheetLine => ({ id, cells, checked });
export const newLines = (): SheetLine[] => Array.from({ length: FIRST_LINES }, () => newLine());

/** Unit and rate of an empty cell follow the task and the price list, so they don't make a line. */
export const isEmptyLine = ({ cells }: SheetLine): boolean =>
  SHEET_COLUMNS.every((column) => (cells[column] ?? '').trim() === '');

type Person = { id: string; name: string };
export type SheetContext = {
  account: Account;
  rules: WorkRules;
  date: string;
  lists: Lists;
  people: readonly Person[];
  logged: readonly LoggedWork[];
};

export type ReadLine = {
  /** The cells with the unit and the rate that apply if nothing was typed. */
  shown: Record<SheetColumn, string>;
  work: NewWork | null;
  person: { id: string | null; name: string } | null;
  value: Decimal | null;
  errors: Partial<Record<SheetColumn, string>>;
  /** What will happen, for information. */
  facts: string[];
  /** What is confirmed before saving. */
  questions: string[];
};

/** The person of that name, or with that first name if nobody else has it; otherwise somebody without a login. */
function personNamed(text: string, people: readonly Person[]): ReadLine['person'] {
  const name = text.trim();
  if (name === '') return null;
  const [first, second] = people.filter((one) => foldText(one.name).startsWith(`${foldText(name)} `));
  const known = findByName(name, people) ?? (second ? null : first);
  return known ? { id: known.id, name: known.name } : { id: null, name };
}

/** The columns of the fields that `workSchema` reports. */
const COLUMN_OF: Partial<Record<keyof WorkText, SheetColumn>> = {
  ...{ customer: 'customer', taskName: 'taskName', quantity: 'quantity', chargeableUnit: 'unit', rate: 'rate' },
  ...{ startTime: 'startTime', finishTime: 'finishTime', breaks: 'breaks', notes: 'notes' },
};

function readLine({ id, cells }: SheetLine, context: SheetContext): ReadLine {
  const { rules, date, lists, people } = context;
  const cell = (column: SheetColumn) => cells[column] ?? '';
  const [customer, taskName] = [cell('customer'), cell('taskName')];
  const unit = cell('unit') || unitFor(lists, customer, taskName);
  const suggested = rateFor(lists, { customer, taskName, unit, date }, rules.today);
  const rate = cells.rate ?? (suggested === null ? '' : toInputText(suggested.rate));
  const isFixed = unitOf(unit).lockedQuantity !== null;
  const shown = {
    ...{ person: cell('person'), customer, taskName, unit, rate, notes: cell('notes') },
    ...{ startTime: cell('startTime'), finishTime: cell('finishTime'), breaks: cell('breaks') },
    quantity: isFixed ? '1' : cell('quantity'),
  };
  const text: WorkText = {
    ...EMPTY,
    ...{ customer, taskName, chargeableUnit: unit, quantity: isFixed ? '' : cell('quantity'), rate },
    ...{ startTime: timeText(shown.startTime) ?? '', finishTime: timeText(shown.finishTime) ?? '' },
    ...{ breaks: shown.breaks, workDate: date, notes: shown.notes },
  };
  const person = personNamed(cell('person'), people);
  const parsed = safeParse(workSchema(rules), text);
  const errors: ReadLine['errors'] = {};
  for (const { path, message } of parsed.issues ?? []) {
    const column = COLUMN_OF[path?.[0]?.key as keyof WorkText];
    if (column) errors[column] ??= message;
  }
  for (const column of ['startTime', 'finishTime'] as const)
    if (timeText(cell(column)) === null) errors[column] = 'Enter a time like 07:30.';
  if (!isUnit(unit)) errors.unit = `“${unit}” is not a unit here. Choose one.`;
  if ((person?.name.length ?? 0) > 80) errors.person = 'The name is too long (80 characters at most).';
  const hasErrors = Object.keys(errors).length > 0;
  const work = parsed.success && !hasErrors ? parsed.output : null;
  return {
    ...{ shown, work, person, errors },
    value: previewOf(text, rules).value,
    facts: factsOf(text, cell('person'), person, context),
    questions: work ? questionsOf(id, work, person, context) : [],
  };
}

/** Reads lines; one that has not changed is read only once. */
export function lineReader(context: SheetContext): (line: SheetLine) => ReadLine {
  const known = new WeakMap<SheetLine, ReadLine>();
  return (line) => {
    const result = known.get(line) ?? readLine(line, context);
    known.set(line, result);
    return result;
  };
}

function factsOf(text: WorkText, typed: string, person: ReadLine['person'], { lists, rules }: SheetContext): string[] {
  const { customer, taskName, startTime, finishTime, workDate } = text;
  const repeated = [startTime, finishTime].find((time) => time !== '' && isRepeated(workDate, time, rules.zone));
  return [
    customer.trim() !== '' && findByName(customer, lists.customers) === null && `${customer.trim()} is a new customer.`,
    taskName.trim() !== '' &&
      lists.tasksLoaded &&
      findByName(taskName, lists.tasks) === null &&
      `${taskName.trim()} is not on the price list. Check unit and rate.`,
    person !== null && person.id === null && `${person.name} has no login. The name is kept with the job.`,
    person !== null && person.id !== null && !sameName(person.name, typed) && `${typed.trim()} is ${person.name}.`,
    repeated !== undefined &&
      `The clocks showed ${repeated} twice that night. It counts as the first; correct the times in the list of works.`,
  ].filter((sentence) => sentence !== false);
}

function questionsOf(
  id: string,
  work: NewWork,
  person: ReadLine['person'],
  { account, rules, lists, people, logged }: SheetContext,
): string[] {
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  const asked = questionsFor(work, {
    ...{ rules, now: new Date(), dateChosen: true, currency: account.settings.currency, employeeId: null },
    ...{ customerNames: names(lists.customers), recent: [], corrected: new Set() },
  });
  const same = logged.find(
    (other) =>
      other.id !== id &&
      sameName(other.customer, work.customer) &&
      sameName(other.taskName, work.taskName) &&
      other.quantity === work.quantity,
  );
  const task = nearMatch(work.taskName, names(lists.tasks));
  const meant = person?.id === null ? nearMatch(person.name, names(people)) : null;
  return [
    ...asked.map(({ id: question, title, text }) =>
      question === 'quantity' ? 'There is no quantity yet.' : [title, text].filter(Boolean).join(' '),
    ),
    ...(task === null ? [] : [`Did you mean ${task}? “${work.taskName}” is not on the price list.`]),
    ...(meant === null ? [] : [`Did you mean ${meant}? “${person?.name ?? ''}” has no login.`]),
    ...(same
      ? [
          `${same.loggedBy} logged this already at ${localTimeIn(rules.zone, new Date(same.createdAt))}: same customer, ` +
            'task, day and quantity.',
        ]
      : []),
  ];
}

/** Lines that seem to be typed twice, with the number of the first one: same person, customer, task, quantity and times. */
export function repeatedLines(lines: readonly { number: number; read: ReadLine }[]): ReadonlyMap<number, number> {
  const first = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const { number, read } of lines) {
    if (!read.work) continue;
    const { customer, taskName, quantity, startTime, finishTime } = read.work;
    const words = [read.person?.name ?? '', customer, taskName].map((text) => text.trim().toLowerCase());
    const key = JSON.stringify([...words, quantity, startTime, finishTime]);
    const before = first.get(key);
    if (before === undefined) first.set(key, number);
    else repeated.set(number, before);
  }
  return repeated;
}

/** The job of a line as `log_job` takes it. The person's time is that of the job, or the hours that are charged. */
export function jobOf(id: string, { work, person }: ReadLine, { account, lists }: SheetContext): Json {
  if (!work) return null;
  const people = person ? [{ ...personText(person.id, person.name), asJob: true }] : [];
  const customerId = customerIdOf(work.customer, lists.customers);
  return jobContent(id, jobFields(account, work, { ...NO_MORE, people }, customerId), new Date().toISOString());
}
