import type { ReactNode } from 'react';
import { SearchField } from '@/ui/forms/search-field';

/** The search of a list with what stands beside it, and its filters as chips. */
export function FilterBar({
  label,
  search,
  onSearch,
  end,
  chipsClass = 'chips',
  children,
}: {
  label: string;
  search: string;
  onSearch: (text: string) => void;
  /** Beside the search field. */
  end: ReactNode;
  chipsClass?: string;
  /** The chips. */
  children: ReactNode;
}) {
  return (
    <div className="grid gap-3 nav:flex nav:gap-2">
      <div className="flex gap-2">
        <SearchField
          label={label}
          className="min-w-0 flex-1 nav:w-76"
          value={search}
          onChange={({ target }) => onSearch(target.value)}
        />
        {end}
      </div>
      <div className={chipsClass}>{children}</div>
    </div>
  );
}
