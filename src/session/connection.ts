// Whether the backend responds: what the device knows of its connection, and the outcomes of the last requests.
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { hadNoResponse } from '@/lib/no-response';
import { useOnline } from '@/lib/online';

const REFETCH_MS = 30_000;
/**
 * After this long without a response the app counts as offline. It does not wait for the requests to fail, because
 * renewing a token alone may take half a minute of retries.
 */
const RESPONSE_TIMEOUT_MS = 5000;

let noResponse = false;
const listeners = new Set<() => void>();

function setNoResponse(next: boolean) {
  if (next === noResponse) return;
  noResponse = next;
  for (const listener of listeners) listener();
}

/** Follows the outcomes of the client's requests; while there is no response, refetches the stale active queries. */
export function watchConnection(client: QueryClient): () => void {
  setNoResponse(false);
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const restartTimeout = () => {
    clearTimeout(timeout);
    timeout = setTimeout(() => client.isFetching() > 0 && setNoResponse(true), RESPONSE_TIMEOUT_MS);
  };
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'fetch' && client.isFetching() === 1) restartTimeout();
    if (action.type === 'success' && !action.manual) {
      setNoResponse(false);
      restartTimeout();
    }
    if ((action.type === 'failed' || action.type === 'error') && hadNoResponse(action.error)) setNoResponse(true);
  });
  const refetch = () => {
    if (noResponse) void client.refetchQueries({ type: 'active', stale: true });
  };
  const timer = setInterval(refetch, REFETCH_MS);
  window.addEventListener('online', refetch);
  return () => {
    unsubscribe();
    clearTimeout(timeout);
    clearInterval(timer);
    window.removeEventListener('online', refetch);
    setNoResponse(false);
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** True if the device has no connection, or if its requests get no response. */
export function useOffline(): boolean {
  const online = useOnline();
  const unanswered = useSyncExternalStore(
    subscribe,
    () => noResponse,
    () => false,
  );
  return !online || unanswered;
}
