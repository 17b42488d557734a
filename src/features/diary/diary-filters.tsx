import { useMemo } from 'react';
import { compareNames } from '@/domain/core/search';
import { ChipSelect } from '@/ui/forms/chip';
import { STATUSES } from './diary-address';
import { ITEM_KIND_WORDS } from './item-kinds';
import type { Diary } from './use-diary';
import { usePeople } from './use-people';

const KINDS = Object.entries(ITEM_KIND_WORDS).map(([value, label]) => ({ value, label }));

/** The diary's filters; the customers and tasks offered are those of the visible days, and the chosen one. */
export function DiaryFilters({ diary: { all, address, set } }: { diary: Diary }) {
  const people = usePeople();
  const { customers, tasks } = useMemo(() => {
    const items = all.flat();
    return {
      customers: optionsOf([address.customer, ...items.map(({ customer }) => customer)]),
      tasks: optionsOf([address.task, ...items.map(({ task }) => task)]),
    };
  }, [all, address.customer, address.task]);
  return (
    <fieldset className="chips chips-scroll" aria-label="Filters">
      <ChipSelect label="Kind" value={address.kind} options={KINDS} onChange={(kind) => set({ kind })} />
      {people.length > 1 && (
        <ChipSelect
          label="Person"
          value={address.person}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(person) => set({ person })}
        />
      )}
      {(customers.length > 1 || address.customer !== '') && (
        <ChipSelect
          label="Customer"
          value={address.customer}
          options={customers}
          onChange={(customer) => set({ customer })}
        />
      )}
      {(tasks.length > 1 || address.task !== '') && (
        <ChipSelect label="Task" value={address.task} options={tasks} onChange={(task) => set({ task })} />
      )}
      <ChipSelect label="Status" value={address.status} options={STATUSES} onChange={(status) => set({ status })} />
    </fieldset>
  );
}

const optionsOf = (names: readonly (string | null)[]) =>
  [...new Set(names)]
    .filter((name): name is string => name !== null && name !== '')
    .toSorted(compareNames)
    .map((name) => ({ value: name, label: name }));
