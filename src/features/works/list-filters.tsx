import { useQuery } from '@tanstack/react-query';
import { CircleDashed } from 'lucide-react';
import { customersQuery } from '@/data/customers';
import { crewQuery } from '@/data/profiles';
import { recentJobsQuery } from '@/data/summaries';
import { tasksQuery } from '@/data/tasks';
import { periodPresets } from '@/domain/time';
import { UNITS } from '@/domain/units';
import { Chip, ChipSelect } from '@/ui/chip';
import { DateField } from '@/ui/field';
import { STATUSES } from './list-address';
import type { WorksList } from './use-works-list';

const SORTS = [
  { value: 'date', label: 'By date' },
  { value: 'newest', label: 'Newest first' },
] as const;

/** The filters, each a chip that says what it is set to. */
export function ListFilters({ list }: { list: WorksList }) {
  const { account, today, view, totals, set } = list;
  const { filter, period } = view;
  const customers = useQuery(customersQuery(account)).data ?? [];
  const presets = periodPresets(today, account.settings.region);
  const needs = (word: 'needs_rate' | 'needs_quantity', count: number, label: string) => {
    const pressed = filter.statuses.includes(word);
    return (
      (count > 0 || pressed) && (
        <Chip pressed={pressed} onClick={() => set({ status: pressed ? '' : word })}>
          <CircleDashed aria-hidden="true" />
          {label} {count}
        </Chip>
      )
    );
  };
  return (
    <div className="grid gap-3">
      <fieldset className="chips chips-scroll" aria-label="Filters">
        <ChipSelect
          label="Period"
          all="All dates"
          value={period}
          options={[
            ...presets.map(({ id, label }) => ({ value: id, label })),
            { value: 'custom', label: 'Choose dates' },
          ]}
          onChange={(value) => set({ period: value, from: '', to: '' })}
        />
        {needs('needs_rate', totals?.needsRate ?? 0, 'Needs rate')}
        {needs('needs_quantity', totals?.needsQuantity ?? 0, 'Needs quantity')}
        <ChipSelect
          label="Status"
          value={filter.statuses[0] ?? ''}
          options={STATUSES}
          onChange={(status) => set({ status })}
        />
        <ChipSelect
          label="Customer"
          value={filter.customers[0] ?? ''}
          options={customers.map(({ id, name, active }) => ({
            value: id,
            label: active ? name : `${name} (archived)`,
          }))}
          onChange={(customer) => set({ customer })}
        />
        <TaskChip list={list} />
        <PersonChip list={list} />
        <ChipSelect
          label="Unit"
          value={filter.unit ?? ''}
          options={UNITS.map(({ code, label }) => ({ value: code, label }))}
          onChange={(unit) => set({ unit })}
        />
        <Chip pressed={filter.hasNotes === true} onClick={() => set({ notes: filter.hasNotes ? '' : '1' })}>
          Has notes
        </Chip>
        <ChipSelect
          label="Sort"
          all={null}
          className="nav:ml-auto"
          value={view.sort === 'created' ? 'newest' : 'date'}
          options={SORTS}
          onChange={(sort) => set({ sort: sort === 'newest' ? sort : '' })}
        />
      </fieldset>
      {period === 'custom' && (
        <div className="grid max-w-form grid-cols-2 gap-3">
          <DateField
            label="From"
            value={filter.from ?? ''}
            onChange={(event) => set({ period: 'custom', from: event.target.value })}
          />
          <DateField
            label="To"
            value={filter.to ?? ''}
            onChange={(event) => set({ period: 'custom', to: event.target.value })}
          />
        </div>
      )}
    </div>
  );
}

/** Names on the price list and names that entries still carry from before a task was renamed. */
function TaskChip({ list: { account, view, set } }: { list: WorksList }) {
  const tasks = useQuery(tasksQuery(account)).data ?? [];
  const recent = useQuery(recentJobsQuery(account.ownerId, account.userId)).data ?? [];
  const [chosen = ''] = view.filter.tasks;
  const names = new Set([...tasks.map(({ name }) => name), ...recent.map(({ taskName }) => taskName), chosen]);
  names.delete('');
  const options = [...names].toSorted((a, b) => a.localeCompare(b, 'en-GB'));
  return (
    <ChipSelect
      label="Task"
      value={chosen}
      options={options.map((name) => ({ value: name, label: name }))}
      onChange={(task) => set({ task })}
    />
  );
}

/** The account holder filters by person; an employee who sees everything can narrow it to their own. */
function PersonChip({ list: { account, view, set } }: { list: WorksList }) {
  const admin = account.role === 'admin';
  const crew = useQuery({ ...crewQuery(account.ownerId), enabled: admin }).data ?? [];
  if (!admin) {
    const mine = view.filter.people.includes(account.userId);
    return account.settings.seesAllWorks ? (
      <Chip pressed={mine} onClick={() => set({ person: mine ? '' : account.userId })}>
        Only mine
      </Chip>
    ) : null;
  }
  const people = [{ id: account.userId, firstName: account.firstName, lastName: account.lastName }, ...crew];
  return (
    <ChipSelect
      label="Person"
      value={view.filter.people[0] ?? ''}
      options={people.map(({ id, firstName, lastName }) => ({
        value: id,
        label: [firstName, lastName].filter(Boolean).join(' ') || 'No name',
      }))}
      onChange={(person) => set({ person })}
    />
  );
}
