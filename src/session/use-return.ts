// Runs a function when the user or the connection returns.
import { useEffect } from 'react';

/** While `enabled`, runs `call` whenever the app becomes visible again or the connection returns. */
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
