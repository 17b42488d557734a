// When the user, or the connection, returns.
import { useEffect } from 'react';

/** Calls when the app becomes visible again or the connection returns, while `waits` is true. */
export function useReturn(enabled: boolean, call: () => void) {
  useEffect(() => {
    if (!enabled) return;
    const onVisible = () => {
      if (document.visibilityState === 'visible') call();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', call);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', call);
    };
  });
}
