// The diary's URL: /diary?view=week&date=2026-11-20, with filters. Defaults: today, no filters, and the day view on a
// phone or the week view on a wide screen.
import { VIEWS, type View } from '@/domain/core/calendar';
import { isDate } from '@/domain/core/time';
import { ITEM_KIND_WORDS, type ItemKind } from './item-kinds';
import type { ShownItem } from './shown-item';

export type DiaryFilter = { person: string; customer: string; task: string; kind: string; status: string };

/** What the URL of the diary says: the view, a date in the days it shows, and the filters. */
export type DiaryAddress = DiaryFilter & { view: View; date: string };

const isView = (text: string | null): text is View => VIEWS.some((view) => view === text);
const isItemKind = (text: string | null): text is ItemKind => text !== null && text in ITEM_KIND_WORDS;

export const STATUSES = [
  { value: 'planned', label: 'Planned' },
  { value: 'in_progress', label: 'Under way' },
  { value: 'done', label: 'Done' },
  { value: 'cancelled', label: 'Cancelled' },
] as const;

export function readAddress(params: URLSearchParams, today: string, wide: boolean): DiaryAddress {
  const [view, date, kind] = [params.get('view'), params.get('date') ?? '', params.get('kind')];
  return {
    view: isView(view) ? view : wide ? 'week' : 'day',
    date: isDate(date) ? date : today,
    person: params.get('person') ?? '',
    customer: params.get('customer') ?? '',
    task: params.get('task') ?? '',
    kind: isItemKind(kind) ? kind : '',
    status: STATUSES.find(({ value }) => value === params.get('status'))?.value ?? '',
  };
}

/** Logged work counts as done; items without a status have none. */
const statusOf = ({ work, event, waiting }: ShownItem) => (work || waiting ? 'done' : (event?.status ?? ''));

/** Applies the filters. Unassigned jobs match every person, since anyone may do them. */
export const applyFilters = (items: readonly ShownItem[], filter: DiaryFilter): readonly ShownItem[] => {
  const { person, customer, task, kind, status } = filter;
  if ([person, customer, task, kind, status].every((value) => value === '')) return items;
  return items.filter(
    (item) =>
      (person === '' || item.people.includes(person) || (item.itemKind === 'job' && item.people.length === 0)) &&
      (customer === '' || item.customer === customer) &&
      (task === '' || item.task === task) &&
      (kind === '' || item.itemKind === kind) &&
      (status === '' || statusOf(item) === status),
  );
};

/** "Only: Job, Hill Farm": the active filters, or '' without any. */
export function filterWords({ kind, customer, task, status, person }: DiaryFilter): string {
  const words = [
    isItemKind(kind) ? ITEM_KIND_WORDS[kind] : '',
    customer,
    task,
    STATUSES.find(({ value }) => value === status)?.label ?? '',
    person === '' ? '' : 'one person',
  ].filter((word) => word !== '');
  return words.length === 0 ? '' : `Only: ${words.join(', ')}`;
}
