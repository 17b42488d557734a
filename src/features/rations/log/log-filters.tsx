import { useMemo, type ReactNode } from 'react';
import type { LogFilter } from '@/data/rations/logs';
import { isDate } from '@/domain/core/time';
import { useParams } from '@/ui/use-address';
import { ChipSelect } from '@/ui/forms/chip';
import { FilterDate } from '@/ui/forms/filter-fields';

/** The filter from the URL; invalid values are ignored. */
export function useLogFilter(search = ''): LogFilter {
  const { get } = useParams();
  const [mix, from, to] = [get('mix'), get('from'), get('to')];
  return useMemo(
    () => ({
      mix: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(mix) ? mix : '',
      search,
      from: isDate(from) ? from : '',
      to: isDate(to) ? to : '',
    }),
    [mix, search, from, to],
  );
}

/** Whether a record of this mix and day fits; its texts are searched elsewhere. */
export const fitsFilter = (mixId: string, day: string, { mix, from, to }: LogFilter): boolean =>
  (mix === '' || mixId === mix) && (from === '' || day >= from) && (to === '' || day <= to);

/** Filters by mix and dates; `children` are placed beside the mix. */
export function LogFilters({
  filter,
  mixes,
  children,
}: {
  filter: LogFilter;
  mixes: readonly { id: string; name: string }[];
  children: ReactNode;
}) {
  const { set } = useParams();
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
