import type { WorksSort } from '@/data/works';
import type { WorksFilter, WorksStatusWord } from '@/data/works-filter';
import type { Grouping } from '@/data/works-groups';
import { isDate, periodPresets, type Period, type Region } from '@/domain/time';

// The works list's address: every filter is in it, so that a link, a reload and Back show the same list.

type PeriodId = Period['id'] | 'custom' | '';
export type GroupOrder = 'value' | 'name';
export type ListView = {
  filter: WorksFilter;
  sort: WorksSort;
  period: PeriodId;
  filtered: boolean;
  group: Grouping | null;
  order: GroupOrder;
  /** The key of the group whose entries are shown; empty for none. */
  opened: string;
};

export const GROUPINGS: readonly { value: Grouping; label: string }[] = [
  { value: 'customer', label: 'Customer' },
  { value: 'task', label: 'Task' },
  { value: 'person', label: 'Person' },
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

/** What "Clear filters" takes out of the address. */
export const FILTERS = ['period', 'from', 'to', 'status', 'customer', 'task', 'person', 'unit', 'notes', 'q'] as const;

/** More than anybody types, and short enough for an address. */
export const LONGEST_SEARCH = 200;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id as the database knows them; anything else in an address would be refused there. */
export const isId = (text: string): boolean => ID.test(text);

const date = (text: string | null) => (text !== null && isDate(text) ? text : null);

/** What groups are sorted by unless somebody says otherwise: the greatest first, days as in a diary. */
export const usualOrder = (group: Grouping | null): GroupOrder => (group === 'day' ? 'name' : 'value');

const orderOf = (word: string | null, group: Grouping | null): GroupOrder =>
  word === 'value' || word === 'name' ? word : usualOrder(group);

/** In place of a person's id: everybody's, for somebody whose list opens with their own. */
export const EVERYBODY = 'all';

/**
 * Reads the address. What makes no sense in it counts as not there. `own` is whose entries are listed while the address
 * names nobody: a driver's list opens with their own; null where it opens with everybody's.
 */
export function readList(params: URLSearchParams, today: string, region: Region, own: string | null): ListView {
  const word = params.get('period');
  const preset = word === null ? undefined : periodPresets(today, region).find(({ id }) => id === word);
  const from = preset?.from ?? date(params.get('from'));
  const to = preset?.to ?? date(params.get('to'));
  const custom = word === 'custom' || from !== null || to !== null;
  const words = params.getAll('status');
  const people = params.getAll('person');
  const named = people.filter(isId);
  const group = GROUPINGS.find(({ value }) => value === params.get('group'))?.value ?? null;
  const filter: WorksFilter = {
    from,
    to,
    customers: params.getAll('customer').filter(isId),
    tasks: params.getAll('task').filter(Boolean),
    people: own !== null && named.length === 0 && !people.includes(EVERYBODY) ? [own] : named,
    statuses: STATUSES.map(({ value }) => value).filter((value) => words.includes(value)),
    unit: params.get('unit') || null,
    hasNotes: params.get('notes') === '1' ? true : null,
    search: (params.get('q') ?? '').slice(0, LONGEST_SEARCH),
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

/** The address with some values changed; an empty one takes its name out, several stand beside each other. */
export function withParams(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const one of typeof value === 'string' ? [value] : value) if (one !== '') next.append(name, one);
  }
  return next;
}

/** The filters, grouping and order of an address, always written in the same way: what is saved under a name. */
export function savedPart(params: URLSearchParams): string {
  const kept = new URLSearchParams([...params].filter(([name, value]) => name !== 'edit' && name !== 'open' && value));
  kept.sort();
  return kept.toString();
}
