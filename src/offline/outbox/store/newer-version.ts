// A newer version of the app has opened the store on this device: this page can neither read nor write it until it is
// reloaded. Storage is not full, and nothing is lost.
import { useSyncExternalStore } from 'react';

let isNewerOpen = false;
const listeners = new Set<() => void>();

export const newerIsOpen = (): boolean => isNewerOpen;

/** A store never returns to an earlier version, so this stays true until the page is reloaded. */
export function reportNewerOpen() {
  if (isNewerOpen) return;
  isNewerOpen = true;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useNewerOpen = (): boolean => useSyncExternalStore(subscribe, newerIsOpen, () => false);

/** Why this device did not keep something, and what to do. */
export const notSavedText = (what: 'entry' | 'photo'): string => {
  if (isNewerOpen)
    return `A newer version of Farm Diary is open on this device, so this page cannot save the ${what}. Reload it: what you typed is kept.`;
  const full = `This device could not keep the ${what}: its storage is full or switched off.`;
  return what === 'entry' ? `${full} Nothing is lost while this page stays open.` : full;
};
