import type { ReactNode } from 'react';
import { isDate } from '@/domain/core/time';
import { ChipSelect } from '@/ui/forms/chip';
import { FilterDate } from '@/ui/forms/filter-fields';

type Filter = { mix: string; from: string; to: string };

/** The filter from the URL; invalid values are ignored. */
export const logFilter = ({ mix, from, to }: Filter): Filter => ({
  mix: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(mix) ? mix : '',
  from: isDate(from) ? from : '',
  to: isDate(to) ? to : '',
});

/** Filters by mix and dates; `children` are placed beside the mix. */
export function LogFilters({
  filter,
  mixes,
  set,
  children,
}: {
  filter: Filter;
  mixes: readonly { id: string; name: string }[];
  set: (changes: Readonly<Record<string, string>>) => void;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <ChipSelect
          label="Mix"
          all="All mixes"
          value={filter.mix}
          options={mixes.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(mix) => set({ mix })}
        />
        {children}
      </div>
      <div className="grid max-w-form grid-cols-2 gap-3">
        <FilterDate label="From" value={filter.from} onChange={(from) => set({ from })} />
        <FilterDate label="To" value={filter.to} onChange={(to) => set({ to })} />
      </div>
    </div>
  );
}
