import { useMemo } from 'react';
import { compareNames } from '@/domain/core/search';
import { ChipSelect } from '@/ui/forms/chip';
import { STATUSES } from './diary-address';
import { ITEM_KIND_WORDS } from './item-kinds';
import type { Diary } from './use-diary';
import { usePeople } from './use-people';

const KINDS = Object.entries(ITEM_KIND_WORDS).map(([value, label]) => ({ value, label }));

/** The diary's filters; the customers and tasks offered are those of the visible days. */
export function DiaryFilters({ diary: { all, place, set } }: { diary: Diary }) {
  const people = usePeople();
  const { customers, tasks } = useMemo(() => {
    const items = all.flat();
    return {
      customers: options(items.map(({ customer }) => customer)),
      tasks: options(items.map(({ task }) => task)),
    };
  }, [all]);
  return (
    <div className="flex flex-wrap gap-2">
      <ChipSelect label="Kind" value={place.kind} options={KINDS} onChange={(kind) => set({ kind })} />
      {people.length > 1 && (
        <ChipSelect
          label="Person"
          value={place.person}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(person) => set({ person })}
        />
      )}
      {(customers.length > 1 || place.customer !== '') && (
        <ChipSelect
          label="Customer"
          value={place.customer}
          options={customers}
          onChange={(customer) => set({ customer })}
        />
      )}
      {(tasks.length > 1 || place.task !== '') && (
        <ChipSelect label="Task" value={place.task} options={tasks} onChange={(task) => set({ task })} />
      )}
      <ChipSelect label="Status" value={place.status} options={STATUSES} onChange={(status) => set({ status })} />
    </div>
  );
}

const options = (names: readonly (string | null)[]) =>
  [...new Set(names)]
    .filter((name) => name !== null)
    .toSorted(compareNames)
    .map((name) => ({ value: name, label: name }));
