import { useState, type ReactNode } from 'react';
import { Button } from '@/ui/button';
import { useFirstRows } from '@/ui/paint/use-after-paint';

const PAGE_SIZE = 50;

/**
 * Shows 50 items of a long list (on first render only those that fill the window), and 50 more with each click. Give it
 * a `key` that changes with the filter.
 */
export function Paged<T>({ items, children }: { items: readonly T[]; children: (part: readonly T[]) => ReactNode }) {
  const [shown, setShown] = useState(PAGE_SIZE);
  const rows = useFirstRows(items.slice(0, shown));
  return (
    <>
      {children(rows)}
      {items.length > shown && (
        <Button wide size="l" onClick={() => setShown(shown + PAGE_SIZE)}>
          Load more ({items.length - shown})
        </Button>
      )}
    </>
  );
}
