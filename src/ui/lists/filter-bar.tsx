import type { ReactNode } from 'react';
import { UrlSearch } from './url-search';

/** What the page of a list puts into its filters: beside the search field, and after its chips. */
export type FilterSlots = { end: ReactNode; chips: ReactNode };

/** The search of a list with what stands beside it, and its filters as chips; all of them are in the address. */
export function FilterBar({
  label,
  end,
  chipsClass = 'chips',
  children,
}: {
  label: string;
  /** Beside the search field. */
  end: ReactNode;
  chipsClass?: string;
  /** The chips. */
  children: ReactNode;
}) {
  return (
    <div className="grid gap-3 nav:flex nav:gap-2">
      <div className="flex gap-2">
        <UrlSearch label={label} className="min-w-0 flex-1 nav:w-76" />
        {end}
      </div>
      <div className={chipsClass}>{children}</div>
    </div>
  );
}
