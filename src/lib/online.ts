// Whether the device has a connection, as far as it knows, and whether the backend responds.
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** False only if the device knows that it is offline; true promises nothing. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

let unanswered = false;
const listeners = new Set<() => void>();

/** True if the last request got no response. */
export const isUnanswered = (): boolean => unanswered;

/** Kept by `watchConnection` (`src/session/connection.ts`). */
export function setUnanswered(next: boolean) {
  if (next === unanswered) return;
  unanswered = next;
  for (const listener of listeners) listener();
}

const subscribeToAnswers = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** True if the device has no connection, or if its requests get no response. */
export function useOffline(): boolean {
  const online = useOnline();
  const silent = useSyncExternalStore(subscribeToAnswers, isUnanswered, () => false);
  return !online || silent;
}
