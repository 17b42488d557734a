// The works list offline: filter, order, sums and groups over the entries on this device. The results must match the
// database's own (works_totals, works_groups) to the last row and penny.
import { add, type Decimal } from '@/domain/core/money';
import { foldText, searchedWords } from '@/domain/core/search';
import { doerNames, doersOf } from './work';

export type WorksStatusWord = 'needs_quantity' | 'needs_rate' | 'ready' | 'invoiced' | 'sent' | 'overdue' | 'paid';

/** Used instead of an id in filters and groups: "no machine" or "no field". */
export const NO_PART = '00000000-0000-0000-0000-000000000000';

/** Empty lists and nulls mean "any". People are ids of those who did an entry (`doersOf`). */
export type WorksFilter = {
  from: string | null;
  to: string | null;
  customers: readonly string[];
  tasks: readonly string[];
  people: readonly string[];
  /** The machines and fields on the job of an entry: ids, or NO_PART. */
  machines: readonly string[];
  fields: readonly string[];
  /** Jobs of which the entries are lines. */
  jobs: readonly string[];
  statuses: readonly WorksStatusWord[];
  unit: string | null;
  hasNotes: boolean | null;
  /** Words that must all occur in an entry, in any of its texts. */
  search: string;
  /** The farm's date: a sent invoice that was due before it is overdue. */
  today: string;
};

/** The fields that filters, sums and groups use. */
export type ListedWork = {
  id: string;
  userId: string;
  employeeId: string | null;
  customer: string;
  customerId: string;
  taskName: string;
  taskDescription: string | null;
  chargeableUnit: string;
  quantity: Decimal | null;
  workDate: string;
  /** Paid hours with four decimals. */
  totalTime: Decimal | null;
  totalValue: Decimal | null;
  notes: string | null;
  /** ISO instant as the database writes it. */
  createdAt: string;
  createdByName: string;
  doneBy: readonly string[] | null;
  doneByNames: readonly string[] | null;
  jobId: string;
  invoiceNumber: string | null;
  dueDate: string | null;
  progress: Exclude<WorksStatusWord, 'overdue'>;
};

/** The ids of the machines and fields of each job that has some. */
export type JobPlaces = Readonly<Record<string, { machines: readonly string[]; fields: readonly string[] }>>;

const NONE: readonly string[] = [NO_PART];

/** The machines or fields of an entry's job; only those in `wanted`, unless it is empty. */
function partsOf(places: JobPlaces, kind: 'machines' | 'fields', wanted: readonly string[]) {
  return ({ jobId }: ListedWork): readonly string[] => {
    const ids = places[jobId]?.[kind] ?? [];
    const own = ids.length > 0 ? ids : NONE;
    return wanted.length === 0 ? own : own.filter((id) => wanted.includes(id));
  };
}

// Cached: folding 5,000 entries again for every letter typed would be noticeable.
const foldedTexts = new WeakMap<ListedWork, string>();

function textOf(work: ListedWork): string {
  let text = foldedTexts.get(work);
  if (text === undefined) {
    const { customer, taskName, taskDescription, notes, createdByName, doneByNames, invoiceNumber } = work;
    const texts = [customer, taskName, taskDescription, notes, createdByName, ...(doneByNames ?? []), invoiceNumber];
    text = foldText(texts.map((one) => one ?? '').join('\n'));
    foldedTexts.set(work, text);
  }
  return text;
}

/** A test for one word of a search; an asterisk matches any one character. */
function wordTest(word: string): (text: string) => boolean {
  if (!word.includes('*')) return (text) => text.includes(word);
  const pattern = new RegExp(word.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.'), 'su');
  return (text) => pattern.test(text);
}

const statusOf = ({ progress, dueDate }: ListedWork, today: string): WorksStatusWord =>
  progress === 'sent' && dueDate !== null && dueDate < today ? 'overdue' : progress;

/** The entries that match a filter, in their original order. `places`: needed for machines and fields only. */
export function filterWorks<Work extends ListedWork>(
  works: readonly Work[],
  filter: WorksFilter,
  places: JobPlaces = {},
): readonly Work[] {
  const { from, to, customers, tasks, people, jobs, statuses, unit, hasNotes, today } = filter;
  const words = searchedWords(filter.search).map(wordTest);
  const any = (values: readonly string[], of: (work: Work) => string) =>
    values.length === 0 ? [] : [(work: Work) => values.includes(of(work))];
  const on = (kind: 'machines' | 'fields') => {
    const parts = partsOf(places, kind, filter[kind]);
    return filter[kind].length === 0 ? [] : [(work: Work) => parts(work).length > 0];
  };
  // Run only the tests that the filter needs: usually there are none.
  const tests: ((work: Work) => boolean)[] = [
    ...(from === null ? [] : [(work: Work) => work.workDate >= from]),
    ...(to === null ? [] : [(work: Work) => work.workDate <= to]),
    ...any(customers, ({ customerId }) => customerId),
    ...any(tasks, ({ taskName }) => taskName),
    ...(people.length === 0 ? [] : [(work: Work) => doersOf(work).some((id) => people.includes(id))]),
    ...any(jobs, ({ jobId }) => jobId),
    ...on('machines'),
    ...on('fields'),
    ...any(statuses, (work) => statusOf(work, today)),
    ...(unit === null ? [] : [(work: Work) => work.chargeableUnit === unit]),
    ...(hasNotes === null ? [] : [(work: Work) => hasNotes === (work.notes !== null)]),
    ...words.map((isIn) => (work: Work) => isIn(textOf(work))),
  ];
  return tests.length === 0 ? works : works.filter((work) => tests.every((holds) => holds(work)));
}

export type WorksSort = 'date' | 'created';

/** Newest first by work date or by creation time; the id makes the order stable. */
export function sortWorks<Work extends ListedWork>(works: readonly Work[], sort: WorksSort): readonly Work[] {
  const key = sort === 'date' ? 'workDate' : 'createdAt';
  const order = (a: Work, b: Work) => (a[key] === b[key] ? (a.id < b.id ? 1 : -1) : a[key] < b[key] ? 1 : -1);
  // A snapshot is usually stored in this order already.
  return works.every((work, at) => at === 0 || order(works[at - 1] ?? work, work) < 0) ? works : works.toSorted(order);
}

export type WorksTotals = {
  entries: number;
  minutes: number;
  value: Decimal;
  needsRate: number;
  needsQuantity: number;
  byUnit: { unit: string; quantity: Decimal }[];
};

type Sums = Omit<WorksTotals, 'byUnit'>;

/** Four decimals of an hour are enough to recover the exact minute. */
const minutesOf = ({ totalTime }: ListedWork): number =>
  totalTime === null ? 0 : Math.round((totalTime * 60) / 10_000);

const sumsOf = (works: readonly ListedWork[]): Sums => ({
  entries: works.length,
  minutes: works.reduce((sum, work) => sum + minutesOf(work), 0),
  value: add(...works.flatMap(({ totalValue }) => totalValue ?? [])),
  needsRate: works.filter(({ progress }) => progress === 'needs_rate').length,
  needsQuantity: works.filter(({ progress }) => progress === 'needs_quantity').length,
});

/** Groups entries by one or more keys: an entry is in the group of each key that `by` returns. */
function grouped(
  works: readonly ListedWork[],
  by: (work: ListedWork) => string | readonly string[],
): Map<string, ListedWork[]> {
  const groups = new Map<string, ListedWork[]>();
  for (const work of works) {
    const keys = by(work);
    for (const key of typeof keys === 'string' ? [keys] : keys) {
      const group = groups.get(key);
      if (group) group.push(work);
      else groups.set(key, [work]);
    }
  }
  return groups;
}

/** Count, minutes, value and quantities by unit; units without any quantity are left out. */
export function worksTotals(works: readonly ListedWork[]): WorksTotals {
  const units = grouped(works, ({ chargeableUnit }) => chargeableUnit);
  const byUnit = [...units].flatMap(([unit, own]) => {
    const quantities = own.flatMap(({ quantity }) => quantity ?? []);
    return quantities.length === 0 ? [] : [{ unit, quantity: add(...quantities) }];
  });
  return { ...sumsOf(works), byUnit: byUnit.toSorted((a, b) => (a.unit < b.unit ? -1 : 1)) };
}

export type Grouping = 'customer' | 'task' | 'person' | 'machine' | 'field' | 'day';

const OVERLAPPING: Readonly<Record<string, string>> = { person: 'people', machine: 'machines', field: 'fields' };

/** For a grouping in which an entry can be in several groups, a sentence that says so; empty for other groupings. */
export const overlapWords = (grouping: string): string => {
  const parts = OVERLAPPING[grouping];
  return parts === undefined ? '' : `An entry with several ${parts} counts under each of them.`;
};

export type WorksGroup = {
  /** The filter value that narrows the list to this group: an id, a task's name, a date. */
  key: string;
  /** The name on the group's latest entries; for a day, the date. */
  label: string;
  entries: number;
  minutes: number;
  /** Zero for employees who may not see prices. */
  value: Decimal;
  needsRate: number;
  needsQuantity: number;
};

const keyOf: Record<Exclude<Grouping, 'person' | 'machine' | 'field'>, (work: ListedWork) => string> = {
  customer: ({ customerId }) => customerId,
  task: ({ taskName }) => taskName,
  day: ({ workDate }) => workDate,
};
/** The name that an entry gives to its group with this key. */
const nameOf: Partial<Record<Grouping, (work: ListedWork, key: string) => string>> = {
  customer: ({ customer }) => customer,
  person: (work, key) => doerNames(work)[doersOf(work).indexOf(key)] ?? work.createdByName,
};

/** The name on the latest entries; on the same day, one from uninvoiced entries, since a rename updates those. */
function labelOf(works: readonly ListedWork[], name: (work: ListedWork) => string): string | undefined {
  const names = [...grouped(works, name)].map(([label, own]) => ({
    label,
    latest: own.reduce((last, { workDate }) => (workDate > last ? workDate : last), ''),
    hasUninvoiced: own.some(({ invoiceNumber }) => invoiceNumber === null),
  }));
  names.sort((a, b) => {
    if (a.latest !== b.latest) return a.latest < b.latest ? 1 : -1;
    return Number(b.hasUninvoiced) - Number(a.hasUninvoiced) || (a.label < b.label ? -1 : 1);
  });
  return names[0]?.label;
}

/**
 * All groups, in no particular order. An entry with two people or machines is in the groups of both; machines and fields
 * have their ids as labels.
 */
export function worksGroups(
  works: readonly ListedWork[],
  grouping: Grouping,
  { people, machines, fields }: Pick<WorksFilter, 'people' | 'machines' | 'fields'>,
  places: JobPlaces = {},
): WorksGroup[] {
  const name = nameOf[grouping];
  const keysOf = {
    ...keyOf,
    machine: partsOf(places, 'machines', machines),
    field: partsOf(places, 'fields', fields),
    person: (work: ListedWork) => doersOf(work).filter((id) => people.length === 0 || people.includes(id)),
  };
  return [...grouped(works, keysOf[grouping])].map(([key, own]) => ({
    key,
    label: (name && labelOf(own, (work) => name(work, key))) ?? key,
    ...sumsOf(own),
  }));
}
