// Sends what was refused for want of right, once its person has it again.
import { useEffect, useRef } from 'react';
import { useWaiting, wakeAndSend } from '@/outbox/outbox';

/** `active`: they may write now. Once each time that this begins, and for what was refused before. */
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
