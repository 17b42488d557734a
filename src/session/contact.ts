// Whether the backend responds: what the device knows of its connection, and the outcomes of the last requests.
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { hadNoResponse } from '@/lib/no-response';
import { useOnline } from '@/offline/online';

const AGAIN_MS = 30_000;
/** Without a response for this long the app counts as offline; a token renewal alone may retry for half a minute. */
const PATIENCE_MS = 5000;

let silent = false;
const listeners = new Set<() => void>();

function set(next: boolean) {
  if (next === silent) return;
  silent = next;
  for (const listener of listeners) listener();
}

/** Follows the outcomes of the client's requests; while there is no response, refetches the active queries. */
export function followContact(client: QueryClient): () => void {
  set(false);
  let patience: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(patience);
    patience = setTimeout(() => client.isFetching() > 0 && set(true), PATIENCE_MS);
  };
  const leave = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'fetch' && client.isFetching() === 1) wait();
    if (action.type === 'success' && !action.manual) {
      set(false);
      wait();
    }
    if ((action.type === 'failed' || action.type === 'error') && hadNoResponse(action.error)) set(true);
  });
  const askAgain = () => {
    if (silent) void client.refetchQueries({ type: 'active', stale: true });
  };
  const timer = setInterval(askAgain, AGAIN_MS);
  window.addEventListener('online', askAgain);
  return () => {
    leave();
    clearTimeout(patience);
    clearInterval(timer);
    window.removeEventListener('online', askAgain);
    set(false);
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** True if the device has no connection, or if its requests get no response. */
export function useOffline(): boolean {
  const online = useOnline();
  const nobody = useSyncExternalStore(
    subscribe,
    () => silent,
    () => false,
  );
  return !online || nobody;
}
