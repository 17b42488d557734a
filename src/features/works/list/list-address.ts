import type { WorksSort } from '@/data/works/works';
import type { WorksFilter, WorksStatusWord } from '@/data/works/works-filter';
import type { Grouping } from '@/data/works/works-groups';
import { isDate, periodPresets, type Period, type Region } from '@/domain/core/time';
import { isUuid } from '@/lib/params';

// The URL of the works list. It contains all filters, so that links, reloading and Back show the same list.

type PeriodId = Period['id'] | 'custom' | '';
export type GroupOrder = 'value' | 'name';
export type ListView = {
  filter: WorksFilter;
  sort: WorksSort;
  period: PeriodId;
  filtered: boolean;
  group: Grouping | null;
  order: GroupOrder;
  /** The key of the open group; empty for none. */
  opened: string;
};

export const GROUPINGS: readonly { value: Grouping; label: string }[] = [
  { value: 'customer', label: 'Customer' },
  { value: 'task', label: 'Task' },
  { value: 'person', label: 'Person' },
  { value: 'machine', label: 'Machine' },
  { value: 'field', label: 'Field' },
  { value: 'day', label: 'Day' },
];

export const STATUSES: readonly { value: WorksStatusWord; label: string }[] = [
  { value: 'needs_quantity', label: 'Needs quantity' },
  { value: 'needs_rate', label: 'Needs rate' },
  { value: 'ready', label: 'Ready' },
  { value: 'invoiced', label: 'On invoice' },
  { value: 'sent', label: 'Sent' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
];

/** The parameters that "Clear filters" removes. */
export const FILTERS = [
  ...(['period', 'from', 'to', 'status', 'customer', 'task', 'person', 'machine', 'field', 'job', 'unit'] as const),
  ...(['notes', 'q'] as const),
] as const;

/** Longer than a realistic search, and short enough for a URL. */
export const MAX_SEARCH_LENGTH = 200;

/** The parameters of the dialogs over the list; `focus` is the field of the entry that gets the focus. */
export const NOTHING_OPEN = { edit: '', focus: '', docket: '', margin: '' };

const date = (text: string | null) => (text !== null && isDate(text) ? text : null);

/** The default order of groups: highest value first; days by date. */
export const defaultOrder = (group: Grouping | null): GroupOrder => (group === 'day' ? 'name' : 'value');

const orderOf = (word: string | null, group: Grouping | null): GroupOrder =>
  word === 'value' || word === 'name' ? word : defaultOrder(group);

/** Used instead of a person's id to show everybody's entries, if the default is the person's own. */
export const EVERYBODY = 'all';

/**
 * Reads the URL; invalid values are ignored. `own` is the person whose entries are shown by default (an employee's
 * own); null to show everybody's.
 */
export function readList(params: URLSearchParams, today: string, region: Region, own: string | null): ListView {
  const word = params.get('period');
  const preset = word === null ? undefined : periodPresets(today, region).find(({ id }) => id === word);
  const from = preset?.from ?? date(params.get('from'));
  const to = preset?.to ?? date(params.get('to'));
  const custom = word === 'custom' || from !== null || to !== null;
  const words = params.getAll('status');
  const people = params.getAll('person');
  const personIds = people.filter(isUuid);
  const group = GROUPINGS.find(({ value }) => value === params.get('group'))?.value ?? null;
  const filter: WorksFilter = {
    from,
    to,
    customers: params.getAll('customer').filter(isUuid),
    tasks: params.getAll('task').filter(Boolean),
    people: own !== null && personIds.length === 0 && !people.includes(EVERYBODY) ? [own] : personIds,
    machines: params.getAll('machine').filter(isUuid),
    fields: params.getAll('field').filter(isUuid),
    jobs: params.getAll('job').filter(isUuid),
    statuses: STATUSES.map(({ value }) => value).filter((value) => words.includes(value)),
    unit: params.get('unit') || null,
    hasNotes: params.get('notes') === '1' ? true : null,
    search: (params.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH),
    today,
  };
  return {
    filter,
    sort: params.get('sort') === 'newest' ? 'created' : 'date',
    period: preset?.id ?? (custom ? 'custom' : ''),
    filtered: FILTERS.some((name) => params.has(name)),
    group,
    order: orderOf(params.get('order'), group),
    opened: (group && params.get('open')) ?? '',
  };
}

export type Changes = Record<string, string | readonly string[]>;

/** A copy of the params with some values changed; an empty value removes one, an array sets several. */
export function withParams(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const one of typeof value === 'string' ? [value] : value) if (one !== '') next.append(name, one);
  }
  return next;
}

/** The filters, grouping and order of a URL in a normalised form, as stored for a saved filter. */
export function savedFilterQuery(params: URLSearchParams): string {
  const savedParams = new URLSearchParams(
    [...params].filter(([name, value]) => !(name in NOTHING_OPEN) && name !== 'open' && value),
  );
  savedParams.sort();
  return savedParams.toString();
}
