// The works list offline: filter, order, sums and groups over the entries on this device. The results must match the
// database's own (works_totals, works_groups) to the last row and penny.
import { add, type Decimal } from '@/domain/core/money';
import { foldText, searchedWords } from '@/domain/core/search';

export type WorksStatusWord = 'needs_quantity' | 'needs_rate' | 'ready' | 'invoiced' | 'sent' | 'overdue' | 'paid';

/** Stands for "no machine" or "no field" where a filter or a group has an id. */
export const NO_PART = '00000000-0000-0000-0000-000000000000';

/** Empty lists and nulls mean "any". People are ids; the owner's own id selects entries without an employee. */
export type WorksFilter = {
  from: string | null;
  to: string | null;
  customers: readonly string[];
  tasks: readonly string[];
  people: readonly string[];
  /** Ids, or NO_PART: what was on the job of an entry. */
  machines: readonly string[];
  fields: readonly string[];
  /** Whose lines the entries are. */
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
  jobId: string;
  invoiceNumber: string | null;
  dueDate: string | null;
  progress: Exclude<WorksStatusWord, 'overdue'>;
};

/** The ids of the machines and fields of each job that has some. */
export type JobPlaces = Readonly<Record<string, { machines: readonly string[]; fields: readonly string[] }>>;

const NONE: readonly string[] = [NO_PART];

/** The machines or fields of an entry's job, those of a filter alone if it names some. */
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
    const { customer, taskName, taskDescription, notes, createdByName, invoiceNumber } = work;
    text = foldText(
      [customer, taskName, taskDescription ?? '', notes ?? '', createdByName, invoiceNumber ?? ''].join('\n'),
    );
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

const personOf = ({ employeeId, userId }: ListedWork): string => employeeId ?? userId;

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
    ...any(people, personOf),
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

/** An entry is in each group that `by` names. */
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

const keyOf: Record<Exclude<Grouping, 'machine' | 'field'>, (work: ListedWork) => string> = {
  customer: ({ customerId }) => customerId,
  task: ({ taskName }) => taskName,
  person: personOf,
  day: ({ workDate }) => workDate,
};
const nameOf: Partial<Record<Grouping, (work: ListedWork) => string>> = {
  customer: ({ customer }) => customer,
  person: ({ createdByName }) => createdByName,
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
 * All groups, in no particular order. An entry with two machines is in the groups of both; machines and fields have their
 * ids as labels.
 */
export function worksGroups(
  works: readonly ListedWork[],
  grouping: Grouping,
  { machines, fields }: Pick<WorksFilter, 'machines' | 'fields'>,
  places: JobPlaces = {},
): WorksGroup[] {
  const name = nameOf[grouping];
  const keys =
    grouping === 'machine'
      ? partsOf(places, 'machines', machines)
      : grouping === 'field'
        ? partsOf(places, 'fields', fields)
        : keyOf[grouping];
  return [...grouped(works, keys)].map(([key, own]) => ({
    key,
    label: (name && labelOf(own, name)) ?? key,
    ...sumsOf(own),
  }));
}
