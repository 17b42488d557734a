// Sends entries that were refused for lack of access again, once the user has access.
import { useEffect, useRef } from 'react';
import { useWaiting, wakeAndSend } from '@/offline/outbox/outbox';

/** `active`: the user may write. Each time it becomes true, entries refused before are sent again, once. */
export function useRetryDenied(active: boolean) {
  const { isLoaded, entries } = useWaiting();
  const checked = useRef(false);
  const denied = entries.some(({ problem }) => problem?.kind === 'denied');
  useEffect(() => {
    if (!active) checked.current = false;
    if (!active || !isLoaded || checked.current) return;
    checked.current = true;
    if (denied) void wakeAndSend();
  }, [active, isLoaded, denied]);
}
