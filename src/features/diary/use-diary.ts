import { useMemo, useState } from 'react';
import { rangeOf, rangeTitle, stepDate } from '@/domain/core/calendar';
import { formatDate } from '@/domain/core/time';
import { mergeDays } from '@/domain/diary/diary';
import { withParams } from '@/lib/params';
import { useToday } from '@/session/today';
import { useWide } from '@/ui/layout/use-wide';
import { useAddress } from '@/ui/use-address';
import { applyFilters, readAddress } from './diary-address';
import type { ShownItem } from './shown-item';
import { useSources } from './sources';

type Lists = readonly (readonly ShownItem[])[];

/** Returns the previous array while no source has changed, so that the items of a month are not merged again. */
function keepUnchangedLists() {
  let last: Lists = [];
  return (lists: Lists): Lists => {
    if (lists.length !== last.length || lists.some((list, at) => list !== last[at])) last = lists;
    return last;
  };
}

export type Diary = ReturnType<typeof useDiary>;

/** State of the diary: the days of the URL with their items, and the navigation. */
export function useDiary() {
  const today = useToday();
  const wide = useWide();
  const [params, change] = useAddress();
  const address = useMemo(() => readAddress(params, today, wide), [params, today, wide]);
  const { view, date, person, customer, task, kind, status } = address;
  const range = useMemo(() => rangeOf(view, date), [view, date]);
  const sources = useSources(range, today);
  const [keepUnchanged] = useState(keepUnchangedLists);
  const all = keepUnchanged(sources.map(({ items }) => items));
  const days = useMemo(
    () =>
      mergeDays(
        range,
        all.map((items) => applyFilters(items, { person, customer, task, kind, status })),
      ),
    [range, all, person, customer, task, kind, status],
  );
  const set = (changes: Record<string, string>) => change((current) => withParams(current, changes), { replace: true });
  const times = sources.flatMap(({ at }) => (at ? [at] : []));
  return {
    today,
    address,
    range,
    title: rangeTitle(view, date, today),
    shortTitle: view === 'day' ? formatDate(date, today) : rangeTitle(view, date, today),
    days,
    /** The items of each source, before filtering. */
    all,
    isPending: sources.some(({ isPending }) => isPending),
    /** True if any source failed; the others are still shown. */
    isError: sources.some(({ isError }) => isError),
    /** When the oldest part was fetched. */
    at: times.length === 0 ? undefined : Math.min(...times),
    retry: () => {
      for (const { isError, retry } of sources) if (isError) retry();
    },
    set,
    step: (steps: 1 | -1) =>
      change(
        (current) => {
          const from = readAddress(current, today, wide);
          return withParams(current, { date: stepDate(from.view, from.date, steps) });
        },
        { replace: true },
      ),
    goToday: () => set({ date: '' }),
    openDay: (day: string) => change((current) => withParams(current, { view: 'day', date: day })),
    open: (id: string) => change((current) => withParams(current, { event: id })),
    close: () => set({ event: '' }),
    opened: params.get('event'),
  };
}
