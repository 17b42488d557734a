import { useQuery } from '@tanstack/react-query';
import { crewQuery } from '@/data/account/profiles';
import type { CompletionFilter } from '@/data/checklists/checklist-completions';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import { checklistsQuery } from '@/data/checklists/checklists';
import { checkedMachines } from '@/domain/checklists/checklist-board';
import { RESULTS } from '@/domain/checklists/checklist';
import { RESULT_WORDS } from '@/domain/checklists/checklist-words';
import { useAccount } from '@/session/account';
import { ChipSelect } from '@/ui/forms/chip';
import { FilterDate } from '@/ui/forms/filter-fields';

const RESULT_OPTIONS = RESULTS.map((value) => ({
  value,
  label: RESULT_WORDS[value],
}));

/** Checklist, machine, person, result and dates; all stored in the URL. */
export function CompletedFilters({
  filter,
  set,
}: {
  filter: CompletionFilter;
  set: (name: keyof CompletionFilter, value: string) => void;
}) {
  const account = useAccount();
  const admin = account.role === 'admin';
  const templates = useQuery(checklistsQuery(account)).data ?? [];
  const machines = checkedMachines(useQuery(latestChecksQuery(account)).data ?? []);
  const crew = useQuery({ ...crewQuery(account.ownerId), enabled: admin }).data ?? [];
  const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
    [firstName, lastName].filter(Boolean).join(' ') || 'No name';
  const people = [
    { value: account.ownerId, label: nameOf(account) },
    ...crew.map((person) => ({ value: person.id, label: nameOf(person) })),
  ];
  return (
    <div className="grid gap-3">
      <fieldset className="chips chips-scroll">
        <legend className="sr-only">Filters</legend>
        <ChipSelect
          label="Checklist"
          all="All checklists"
          value={filter.template}
          options={templates.map(({ id, name, active }) => ({
            value: id,
            label: active ? name : `${name} (off the list)`,
          }))}
          onChange={(value) => set('template', value)}
        />
        <ChipSelect
          label="Machine"
          all="All machines"
          value={filter.machine}
          options={machines.map((name) => ({ value: name, label: name }))}
          onChange={(value) => set('machine', value)}
        />
        {admin && (
          <ChipSelect
            label="Person"
            all="Everybody"
            value={filter.person}
            options={people}
            onChange={(value) => set('person', value)}
          />
        )}
        <ChipSelect
          label="Result"
          all="All results"
          value={filter.result}
          options={RESULT_OPTIONS}
          onChange={(value) => set('result', value)}
        />
      </fieldset>
      <div className="grid max-w-form grid-cols-2 gap-3">
        <FilterDate label="From" value={filter.from} onChange={(from) => set('from', from)} />
        <FilterDate label="To" value={filter.to} onChange={(to) => set('to', to)} />
      </div>
    </div>
  );
}
