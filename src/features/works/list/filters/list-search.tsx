import { FILTERS, MAX_SEARCH_LENGTH } from '@/features/works/list/list-address';
import type { ListAddress } from '@/features/works/list/use-list-address';
import { SearchField } from '@/ui/forms/search-field';
import { usePausedSearch } from '@/ui/forms/use-paused-search';

/** The search field. Updates the URL, and so the list, when typing pauses. */
export function ListSearch({ address: { view, set } }: { address: ListAddress }) {
  const [search, setSearch] = usePausedSearch(
    view.filter.search,
    (current) => FILTERS.some((name) => current.has(name)),
    (q) => set({ q }),
  );
  return (
    <SearchField
      label="Search entries"
      className="min-w-0 flex-1 nav:max-w-84"
      maxLength={MAX_SEARCH_LENGTH}
      value={search}
      onChange={({ target }) => setSearch(target.value)}
    />
  );
}
