// When something for an inspection is due, and whether it is done. Dates are plain dates; `today` is an argument.
import { addMonths, daysBetween } from '@/domain/core/time';

export const CATEGORIES = [
  'nutrients',
  'soil',
  'sprays',
  'livestock',
  'medicines',
  'machinery',
  'people',
  'insurance',
  'water',
  'waste',
  'food_assurance',
  'finance',
  'other',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const REQUIRED_BY = ['own', 'law', 'assurance', 'best_practice'] as const;
export type RequiredBy = (typeof REQUIRED_BY)[number];

export const RECURRENCES = [
  'none',
  'monthly',
  'quarterly',
  'annual',
  '2y',
  '3y',
  '4y',
  '5y',
  '6y',
  'custom_months',
] as const;
export type Recurrence = (typeof RECURRENCES)[number];

/** incomplete: nothing is overdue, but the records of the app lack something. no_date: no date and no evidence. */
export const STATES = ['overdue', 'due_soon', 'incomplete', 'no_date', 'ok', 'not_applicable'] as const;
export type State = (typeof STATES)[number];

export type Item = {
  id: string;
  dueOn: string | null;
  recurrence: Recurrence;
  customMonths: number | null;
  recurrenceAnchor: 'due_date' | 'done_date';
  leadDays: number;
  notApplicableReason: string | null;
};

/** One completion of an item. */
export type Done = {
  itemId: string;
  /** The due date that it fulfils; null if the item had none. */
  forDueOn: string | null;
  doneOn: string;
  expiresOn: string | null;
  createdAt: string;
};

const MONTHS: Readonly<Record<Exclude<Recurrence, 'custom_months'>, number | null>> = {
  none: null,
  monthly: 1,
  quarterly: 3,
  annual: 12,
  '2y': 24,
  '3y': 36,
  '4y': 48,
  '5y': 60,
  '6y': 72,
};

/** The number of months after which an item is due again; null if it is done only once. */
export const monthsOf = ({ recurrence, customMonths }: Pick<Item, 'recurrence' | 'customMonths'>): number | null =>
  recurrence === 'custom_months' ? customMonths : MONTHS[recurrence];

/** Sorts completions, the latest first. */
export const latestFirst = (a: Pick<Done, 'doneOn' | 'createdAt'>, b: Pick<Done, 'doneOn' | 'createdAt'>): number =>
  b.doneOn.localeCompare(a.doneOn) || b.createdAt.localeCompare(a.createdAt);

const latestOf = (dates: readonly (string | null)[]): string | null =>
  dates.reduce<string | null>(
    (latest, date) => (date !== null && (latest === null || date > latest) ? date : latest),
    null,
  );

/**
 * The first date later than `after` of a series that begins on `start`. Each date is counted from the start: 31
 * January, 28 February, 31 March.
 */
function seriesAfter(start: string, months: number, after: string | null): string {
  if (after === null || start > after) return start;
  // At least this many whole periods have passed: no month has more than 31 days. The loop adds the rest.
  let n = Math.max(0, Math.floor(daysBetween(start, after) / 31 / months));
  while (addMonths(start, n * months) <= after) n += 1;
  return addMonths(start, n * months);
}

/**
 * The next date on which an item is due; null if it has none. `done`: all its completions. With the anchor 'due_date' the
 * due dates stay the same if something is done late, but an earlier expiry date of the evidence comes first. With
 * 'done_date' the item is due when the latest evidence expires or, without an expiry date, a period after it was done.
 */
export function nextDue(item: Item, done: readonly Done[]): string | null {
  const months = monthsOf(item);
  const [latest] = done.toSorted(latestFirst);
  const fulfilled = latestOf(done.map(({ forDueOn }) => forDueOn));
  if (months === null) {
    if (item.dueOn !== null && (fulfilled === null || fulfilled < item.dueOn)) return item.dueOn;
    return latest?.expiresOn ?? null;
  }
  if (!latest) return item.dueOn;
  if (item.recurrenceAnchor === 'done_date' || item.dueOn === null)
    return latest.expiresOn ?? addMonths(latest.doneOn, months);
  const next = seriesAfter(item.dueOn, months, fulfilled);
  return latest.expiresOn !== null && latest.expiresOn < next ? latest.expiresOn : next;
}

const MAX_OPEN_DATES = 24;

/** The due dates that a completion may fulfil now: the next one, and later ones if several were missed. */
export function openDates(item: Item, done: readonly Done[], today: string): string[] {
  const next = nextDue(item, done);
  if (next === null) return [];
  const months = monthsOf(item);
  if (months === null || item.recurrenceAnchor === 'done_date' || item.dueOn === null) return [next];
  // A date of the series, even if the evidence expires before it: otherwise a renewal would not count for that date.
  let last = seriesAfter(item.dueOn, months, latestOf(done.map(({ forDueOn }) => forDueOn)));
  const dates = [last];
  while (last <= today && dates.length < MAX_OPEN_DATES) {
    last = seriesAfter(item.dueOn, months, last);
    dates.push(last);
  }
  return dates;
}

/**
 * The due date that a completion on `doneOn` fulfils: the next one, or an earlier one if it was done a whole period or more
 * before that, so that last year's evidence, entered today, does not fulfil next year's date. Null if there is no date.
 */
export function dateDoneFor(item: Item, done: readonly Done[], doneOn: string, today: string): string | null {
  const [next] = openDates(item, done, today);
  const months = monthsOf(item);
  if (next === undefined) return null;
  if (months === null || item.recurrenceAnchor === 'done_date' || item.dueOn === null) return next;
  for (let periods = 0; periods < MAX_OPEN_DATES; periods += 1)
    if (doneOn > addMonths(next, -(periods + 1) * months)) return addMonths(next, -periods * months);
  return null;
}

/** Whether a due date is overdue or near. On the day itself it is not overdue yet. */
export function dateState(on: string, leadDays: number, today: string): 'overdue' | 'due_soon' | 'ok' {
  if (on < today) return 'overdue';
  return daysBetween(today, on) <= leadDays ? 'due_soon' : 'ok';
}

/**
 * The state of an item. `on`: its next due date. An item without a date counts as done once there is evidence.
 * `lacksSomething`: the records of the app have gaps.
 */
export function stateOf(
  item: Item,
  { on, hasEvidence, lacksSomething }: { on: string | null; hasEvidence: boolean; lacksSomething: boolean },
  today: string,
): State {
  if (item.notApplicableReason !== null) return 'not_applicable';
  const state = on !== null ? dateState(on, item.leadDays, today) : hasEvidence ? 'ok' : 'no_date';
  return state === 'ok' && lacksSomething ? 'incomplete' : state;
}

export type Score = Readonly<Record<State, number>> & {
  /** Items with a state that counts. */
  counted: number;
  upToDate: number;
  /** Rounded down, so that 100 % is shown only if every counted item is up to date; null if nothing counts. */
  percent: number | null;
};

/**
 * How many items are up to date. Due soon counts as up to date, an item that lacks something does not; items that do not
 * apply or have no date do not count.
 */
export function scoreOf(states: readonly State[]): Score {
  const count = (state: State) => states.filter((one) => one === state).length;
  const counts = {
    ...{ overdue: count('overdue'), due_soon: count('due_soon'), ok: count('ok') },
    ...{ incomplete: count('incomplete'), no_date: count('no_date'), not_applicable: count('not_applicable') },
  };
  const upToDate = counts.ok + counts.due_soon;
  const counted = upToDate + counts.overdue + counts.incomplete;
  return { ...counts, counted, upToDate, percent: counted === 0 ? null : Math.floor((upToDate * 100) / counted) };
}

/**
 * The last day on which evidence has to be kept; null if no retention is known. `stored`: the day in the database,
 * which never becomes earlier.
 */
export const keptUntil = (doneOn: string, keepMonths: number | null, stored: string | null = null): string | null =>
  latestOf([keepMonths === null ? null : addMonths(doneOn, keepMonths), stored]);

/** Whether evidence may be deleted; the database applies the same rule. */
export const mayDelete = (
  done: Pick<Done, 'doneOn' | 'createdAt'> & { keepUntil: string | null },
  keepMonths: number | null,
  now: Date,
): boolean => {
  const until = keptUntil(done.doneOn, keepMonths, done.keepUntil);
  // For a week it may be deleted in any case, because it may have been entered by mistake.
  const isNew = done.createdAt === '' || now.getTime() - Date.parse(done.createdAt) < 7 * 86_400_000;
  return until === null || isNew || until < now.toISOString().slice(0, 10);
};
