// The tab and the filters of the compliance center, in the page's address.
import type { DutyList } from '@/domain/compliance/duties';
import { CATEGORIES, STATES, type Category, type State } from '@/domain/compliance/item';
import { matchesSearch } from '@/domain/core/search';
import { addDays } from '@/domain/core/time';
import type { ShownItem } from './use-center';

const TABS = ['due', 'inspection', 'certificates'] as const;
export type Tab = (typeof TABS)[number];
export const WITHIN_DAYS = ['30', '90', '365'] as const;

export type View = {
  tab: Tab;
  search: string;
  state: State | '';
  category: Category | '';
  /** 'law', or the id of a scheme. */
  scheme: string;
  /** The id of the person responsible for the item. */
  person: string;
  /** Due within this number of days. */
  within: (typeof WITHIN_DAYS)[number] | '';
};

const oneOf = <Word extends string>(words: readonly Word[], text: string | null): Word | '' =>
  words.find((word) => word === text) ?? '';

export const readView = (params: URLSearchParams): View => ({
  tab: oneOf(TABS, params.get('tab')) || 'due',
  search: params.get('q') ?? '',
  state: oneOf(STATES, params.get('state')),
  category: oneOf(CATEGORIES, params.get('area')),
  scheme: params.get('scheme') ?? '',
  person: params.get('person') ?? '',
  within: oneOf(WITHIN_DAYS, params.get('within')),
});

/** The items that match the filters. Items that do not apply are left out unless `view.state` asks for them. */
export function chooseItems(
  items: readonly ShownItem[],
  view: View,
  duties: DutyList | undefined,
  today: string,
): ShownItem[] {
  const scheme = duties?.schemes.find(({ id }) => id === view.scheme);
  const schemeDuties = new Set(scheme?.items.flatMap((one) => one.duties));
  const until = view.within === '' ? null : addDays(today, Number(view.within));
  return items.filter(
    ({ item, state, on }) =>
      (view.state === '' ? state !== 'not_applicable' : state === view.state) &&
      (view.category === '' || item.category === view.category) &&
      (view.scheme === '' ||
        (view.scheme === 'law' ? item.requiredBy === 'law' : item.duty !== null && schemeDuties.has(item.duty))) &&
      (view.person === '' || item.responsibleId === view.person) &&
      (until === null || (on !== null && on <= until)) &&
      matchesSearch(view.search, [item.title, item.guidance]),
  );
}
