import { useState, type ReactNode } from 'react';
import { Button } from './button';

const PAGE = 50;

/** Fifty of a long list, and fifty more with each press. Give it a `key` that changes with the filter. */
export function Paged<T>({ items, children }: { items: readonly T[]; children: (part: readonly T[]) => ReactNode }) {
  const [shown, setShown] = useState(PAGE);
  return (
    <>
      {children(items.slice(0, shown))}
      {items.length > shown && (
        <Button wide size="l" onClick={() => setShown(shown + PAGE)}>
          Load more ({items.length - shown})
        </Button>
      )}
    </>
  );
}
