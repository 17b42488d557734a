// Sends what was refused for lack of access, once the user has access again.
import { useEffect, useRef } from 'react';
import { useWaiting, wakeAndSend } from '@/offline/outbox/outbox';

/** `active`: the user may write. Each time it becomes true, entries refused before are sent again, once. */
export function useRetryDenied(active: boolean) {
  const { read, entries } = useWaiting();
  const checked = useRef(false);
  const denied = entries.some(({ problem }) => problem?.kind === 'denied');
  useEffect(() => {
    if (!active) checked.current = false;
    if (!active || !read || checked.current) return;
    checked.current = true;
    if (denied) void wakeAndSend();
  }, [active, read, denied]);
}
