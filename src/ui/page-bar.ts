import { useSyncExternalStore } from 'react';

// The title of the screen as the phone's bar shows it. A page sets it, the bar reads it.
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

/** Title and way back of the page on screen, null while none is. */
export function usePageBar(): PageBar | null {
  return useSyncExternalStore(subscribe, () => current);
}
