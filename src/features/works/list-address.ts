import type { WorksSort } from '@/data/works';
import type { WorksFilter, WorksStatusWord } from '@/data/works-filter';
import { isDate, periodPresets, type Period, type Region } from '@/domain/time';

// The works list's address: every filter is in it, so that a link, a reload and Back show the same list.

type PeriodId = Period['id'] | 'custom' | '';
export type ListView = { filter: WorksFilter; sort: WorksSort; period: PeriodId; filtered: boolean };

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

/** Reads the address. What makes no sense in it counts as not there. */
export function readList(params: URLSearchParams, today: string, region: Region): ListView {
  const preset = periodPresets(today, region).find(({ id }) => id === params.get('period'));
  const from = preset?.from ?? date(params.get('from'));
  const to = preset?.to ?? date(params.get('to'));
  const custom = params.get('period') === 'custom' || from !== null || to !== null;
  const words = params.getAll('status');
  const filter: WorksFilter = {
    from,
    to,
    customers: params.getAll('customer').filter(isId),
    tasks: params.getAll('task').filter(Boolean),
    people: params.getAll('person').filter(isId),
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
  };
}

/** The address with some values changed; an empty one takes its name out. */
export function withParams(params: URLSearchParams, changes: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
