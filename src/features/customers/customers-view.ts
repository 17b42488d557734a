// What the address says about the customers screen, and which customers a list of it shows.
import { addMonths } from '@/domain/time';
import type { Decimal } from '@/domain/money';
import { byName, found } from '@/domain/search';

type Sort = 'name' | 'worked' | 'balance';
export type ListView = { search: string; archived: boolean; owes: boolean; quiet: boolean; sort: Sort };

const SORTS: readonly string[] = ['worked', 'balance'] satisfies Sort[];

// Checked against the list in the line itself.
const isSort = (text: string | null): text is Sort => text !== null && SORTS.includes(text);

/** Read from the address: an unknown value counts as none. */
export function readView(params: URLSearchParams): ListView {
  const sort = params.get('sort');
  return {
    search: params.get('q') ?? '',
    archived: params.get('show') === 'archived',
    owes: params.get('owes') === '1',
    quiet: params.get('quiet') === '1',
    sort: isSort(sort) ? sort : 'name',
  };
}

/** The same address with some values changed; null or an empty text takes one away. */
export function withParams(params: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Where a link inside the screen leads, its filters kept. */
export const viewLink = (params: URLSearchParams, changes: Record<string, string | null>): string => {
  const next = withParams(params, { new: null, edit: null, id: null, ...changes }).toString();
  return next === '' ? '/customers' : `/customers?${next}`;
};

export type Listed = {
  id: string;
  name: string;
  active: boolean;
  contactName: string | null;
  phone: string | null;
  town: string | null;
  postcode: string | null;
};
type Summary = { entries: number; lastWorked: string | null; unbilled: Decimal; outstanding: Decimal };
export type Summaries = ReadonlyMap<string, Summary>;

/** No work in twelve months: none since this day a year ago, or none at all. */
const isQuiet = (lastWorked: string | null | undefined, today: string): boolean =>
  lastWorked == null || lastWorked < addMonths(today, -12);

/** Who owes most first, then who has most to be invoiced; or who was worked for last. Names decide between equals. */
function inOrder(sort: Sort, summaries: Summaries): (a: Listed, b: Listed) => number {
  if (sort === 'worked') {
    const last = (id: string) => summaries.get(id)?.lastWorked ?? '';
    return (a, b) => (last(a.id) === last(b.id) ? byName(a, b) : last(a.id) < last(b.id) ? 1 : -1);
  }
  if (sort === 'balance') {
    const owed = (id: string) => summaries.get(id)?.outstanding ?? 0;
    const open = (id: string) => summaries.get(id)?.unbilled ?? 0;
    return (a, b) => owed(b.id) - owed(a.id) || open(b.id) - open(a.id) || byName(a, b);
  }
  return byName;
}

/** The customers that a view shows, in its order. */
export function chooseCustomers<T extends Listed>(
  customers: readonly T[],
  summaries: Summaries,
  view: ListView,
  today: string,
): T[] {
  return customers
    .filter((customer) => {
      const summary = summaries.get(customer.id);
      return (
        customer.active !== view.archived &&
        (!view.owes || (summary?.outstanding ?? 0) > 0) &&
        (!view.quiet || isQuiet(summary?.lastWorked, today)) &&
        found(view.search, [customer.name, customer.contactName, customer.town, customer.postcode, customer.phone])
      );
    })
    .sort(inOrder(view.sort, summaries));
}
