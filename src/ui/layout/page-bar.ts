import { useSyncExternalStore } from 'react';

// The title of the screen, shown in the bar of a phone. Pages set it, the bar reads it.
export type PageBar = { title: string; back?: { to: string; label: string } | undefined };

let current: PageBar | null = null;
const listeners = new Set<() => void>();

export function setPageBar(next: PageBar | null) {
  current = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Title and back link of the current page; null if there is none. */
export function usePageBar(): PageBar | null {
  return useSyncExternalStore(subscribe, () => current);
}
