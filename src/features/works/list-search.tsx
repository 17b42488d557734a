import { useState } from 'react';
import { SearchField } from '@/ui/search-field';
import { LONGEST_SEARCH } from './list-address';
import { usePause } from '@/ui/use-pause';
import type { WorksList } from './use-works-list';

/** The search. It goes into the address, and so into the list, when the typing pauses. */
export function ListSearch({ list: { view, set } }: { list: WorksList }) {
  const asked = view.filter.search;
  const [typed, setTyped] = useState<string | null>(null);
  const ask = usePause((q) => set({ q }));
  // What was typed has arrived in the address, which counts from now on: Back and "Clear filters" show here too.
  if (typed === asked) setTyped(null);
  return (
    <SearchField
      label="Search entries"
      className="min-w-0 flex-1 nav:max-w-84"
      maxLength={LONGEST_SEARCH}
      value={typed ?? asked}
      onChange={({ target }) => {
        setTyped(target.value);
        ask(target.value);
      }}
    />
  );
}
