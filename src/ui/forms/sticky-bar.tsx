import type { ReactNode } from 'react';

/** A bar at the lower edge of the window, whatever its width, while the content above it scrolls. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky-actions sticky bottom-(--above-bar) z-1 -mx-gutter bg-surface px-gutter py-2 lg:mx-0 lg:px-0">
      {children}
    </div>
  );
}
