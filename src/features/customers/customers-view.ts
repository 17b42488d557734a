// Reads the view of the customers screen from the URL, and selects the customers to show.
import type { Decimal } from '@/domain/core/money';
import { byName, matchesSearch } from '@/domain/core/search';
import { addMonths } from '@/domain/core/time';
import { withParams } from '@/lib/params';

type Sort = 'name' | 'worked' | 'balance';
/**
 * `archived`: shows the archived customers instead of the active ones. `owes`: only those with an unpaid balance. `quiet`:
 * only those without work in the last twelve months.
 */
export type ListView = { search: string; archived: boolean; owes: boolean; quiet: boolean; sort: Sort };

const SORTS: readonly string[] = ['worked', 'balance'] satisfies Sort[];

// The type predicate is safe: `SORTS` only holds values of Sort.
const isSort = (text: string | null): text is Sort => text !== null && SORTS.includes(text);

/** Reads the view from the URL; unknown values are ignored. */
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

/** A link within the screen that keeps the filters. */
export const viewLink = (params: URLSearchParams, changes: Record<string, string | null>): string => {
  const next = withParams(params, { new: null, edit: null, id: null, ...changes }).toString();
  return next === '' ? '/customers' : `/customers?${next}`;
};

export type ListedCustomer = {
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
export const NO_SUMMARIES: Summaries = new Map();

/** No work in the last twelve months, or never. */
const isQuiet = (lastWorked: string | null | undefined, today: string): boolean =>
  lastWorked == null || lastWorked < addMonths(today, -12);

/**
 * `balance`: highest outstanding first, then highest unbilled. `worked`: last worked first. Ties are sorted by name.
 */
function compareBy(sort: Sort, summaries: Summaries): (a: ListedCustomer, b: ListedCustomer) => number {
  if (sort === 'worked') {
    const last = (id: string) => summaries.get(id)?.lastWorked ?? '';
    return (a, b) => (last(a.id) === last(b.id) ? byName(a, b) : last(a.id) < last(b.id) ? 1 : -1);
  }
  if (sort === 'balance') {
    const owed = (id: string) => summaries.get(id)?.outstanding ?? 0;
    const unbilled = (id: string) => summaries.get(id)?.unbilled ?? 0;
    return (a, b) => owed(b.id) - owed(a.id) || unbilled(b.id) - unbilled(a.id) || byName(a, b);
  }
  return byName;
}

/** The customers of a view, sorted. */
export function chooseCustomers<T extends ListedCustomer>(
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
        matchesSearch(view.search, [
          customer.name,
          customer.contactName,
          customer.town,
          customer.postcode,
          customer.phone,
        ])
      );
    })
    .sort(compareBy(view.sort, summaries));
}
