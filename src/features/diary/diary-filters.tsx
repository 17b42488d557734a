import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { peopleChoicesQuery } from '@/data/works/job-choices';
import { compareNames } from '@/domain/core/search';
import { useAccount } from '@/session/account';
import { Chip, ChipSelect } from '@/ui/forms/chip';
import { STATUSES } from './diary-address';
import { ITEM_KIND_WORDS } from './item-kinds';
import type { Diary } from './use-diary';
import { usePeople } from './use-people';

const KINDS = Object.entries(ITEM_KIND_WORDS).map(([value, label]) => ({ value, label }));

/**
 * The diary's filters, between the caller's own controls `first` and `last`. Offers the customers and tasks of the
 * visible days, and the chosen ones even if no visible item has them.
 */
export function DiaryFilters({
  diary: { all, address, set },
  first,
  last,
}: {
  diary: Diary;
  first?: ReactNode;
  last?: ReactNode;
}) {
  const account = useAccount();
  const { userId, role, settings } = account;
  const isCrew = role === 'employee' && settings.seesAllWorks;
  const crew = useQuery({ ...peopleChoicesQuery(account), enabled: isCrew });
  const ownPeople = usePeople();
  const people = isCrew ? (crew.data ?? []) : ownPeople;
  const onlyOwn = address.person === userId;
  const { customers, tasks } = useMemo(() => {
    const items = all.flat();
    return {
      customers: optionsOf([address.customer, ...items.map(({ customer }) => customer)]),
      tasks: optionsOf([address.task, ...items.map(({ task }) => task)]),
    };
  }, [all, address.customer, address.task]);
  return (
    <fieldset className="chips chips-scroll" aria-label="Filters">
      {first}
      {isCrew && (
        <Chip pressed={onlyOwn} onClick={() => set({ person: onlyOwn ? '' : userId })}>
          Only mine
        </Chip>
      )}
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
      {last}
    </fieldset>
  );
}

const optionsOf = (names: readonly (string | null)[]) =>
  [...new Set(names)]
    .filter((name): name is string => name !== null && name !== '')
    .toSorted(compareNames)
    .map((name) => ({ value: name, label: name }));
