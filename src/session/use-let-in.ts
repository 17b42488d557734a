// Sends what was refused for lack of access, once the user has access again.
import { useEffect, useRef } from 'react';
import { useWaiting, wakeAndSend } from '@/offline/outbox/outbox';

/** `active`: the user may write now. Runs once each time that this begins, for entries refused before. */
export function useLetIn(active: boolean) {
  const { read, entries } = useWaiting();
  const looked = useRef(false);
  const denied = entries.some(({ problem }) => problem?.kind === 'denied');
  useEffect(() => {
    if (!active) looked.current = false;
    if (!active || !read || looked.current) return;
    looked.current = true;
    if (denied) void wakeAndSend();
  }, [active, read, denied]);
}
