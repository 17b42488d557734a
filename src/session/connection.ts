// Whether the backend responds, from the outcomes of the last requests.
import type { QueryClient } from '@tanstack/react-query';
import { hadNoResponse } from '@/lib/no-response';
import { isUnanswered, setUnanswered } from '@/lib/online';

const REFETCH_MS = 30_000;
/**
 * After this long without a response the app counts as offline. It does not wait for the requests to fail, because
 * renewing a token alone may take half a minute of retries.
 */
const RESPONSE_TIMEOUT_MS = 5000;

/** Follows the outcomes of the client's requests; while there is no response, refetches the stale active queries. */
export function watchConnection(client: QueryClient): () => void {
  setUnanswered(false);
  let timeout: ReturnType<typeof setTimeout> | undefined;
  const restartTimeout = () => {
    clearTimeout(timeout);
    timeout = setTimeout(() => client.isFetching() > 0 && setUnanswered(true), RESPONSE_TIMEOUT_MS);
  };
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'fetch' && client.isFetching() === 1) restartTimeout();
    if (action.type === 'success' && !action.manual) {
      setUnanswered(false);
      restartTimeout();
    }
    if ((action.type === 'failed' || action.type === 'error') && hadNoResponse(action.error)) setUnanswered(true);
  });
  const refetch = () => {
    if (isUnanswered()) void client.refetchQueries({ type: 'active', stale: true });
  };
  const timer = setInterval(refetch, REFETCH_MS);
  window.addEventListener('online', refetch);
  return () => {
    unsubscribe();
    clearTimeout(timeout);
    clearInterval(timer);
    window.removeEventListener('online', refetch);
    setUnanswered(false);
  };
}
