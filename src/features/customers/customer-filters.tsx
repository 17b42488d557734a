import { Chip, ChipSelect } from '@/ui/forms/chip';
import { FilterBar, type FilterSlots } from '@/ui/lists/filter-bar';
import { useAddress, useParams } from '@/ui/use-address';
import { readView } from './customers-view';

const SORTS = [
  { value: 'name', label: 'Name' },
  { value: 'worked', label: 'Last worked' },
  { value: 'balance', label: 'Balance' },
];

/** Search, filters and sort order, all stored in the URL. The crew has only the search. */
export function CustomerFilters({
  customers,
  admin,
  end,
  chips,
}: FilterSlots & { customers: readonly { active: boolean }[]; admin: boolean }) {
  const [params] = useAddress();
  const view = readView(params);
  const { set } = useParams();
  const archived = customers.filter((customer) => !customer.active).length;
  return (
    <FilterBar label="Search customers" end={end} chipsClass="chips chips-scroll min-w-0 flex-1">
      {admin && (
        <>
          <Chip pressed={view.owes} onClick={() => set({ owes: view.owes ? null : '1' })}>
            Owes money
          </Chip>
          <Chip pressed={view.quiet} onClick={() => set({ quiet: view.quiet ? null : '1' })}>
            No work in 12 months
          </Chip>
          {(archived > 0 || view.archived) && (
            <Chip pressed={view.archived} onClick={() => set({ show: view.archived ? null : 'archived' })}>
              Archived {archived}
            </Chip>
          )}
          <span className="flex shrink-0 items-center gap-2 text-2 nav:ml-auto">
            <span className="text-muted" aria-hidden="true">
              Sort by
            </span>
            <ChipSelect
              label="Sort by"
              all={null}
              options={SORTS}
              value={view.sort}
              onChange={(sort) => set({ sort: sort === 'name' ? null : sort })}
            />
          </span>
        </>
      )}
      {chips}
    </FilterBar>
  );
}
