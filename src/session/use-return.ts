// When the user, or the connection, returns.
import { useEffect } from 'react';

/** Calls when the app becomes visible again or the connection returns, while `waits` is true. */
export function useReturn(waits: boolean, call: () => void) {
  useEffect(() => {
    if (!waits) return;
    const onSeen = () => {
      if (document.visibilityState === 'visible') call();
    };
    document.addEventListener('visibilitychange', onSeen);
    window.addEventListener('online', call);
    return () => {
      document.removeEventListener('visibilitychange', onSeen);
      window.removeEventListener('online', call);
    };
  });
}
