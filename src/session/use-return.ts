// The moments at which a person, or their line, is back.
import { useEffect } from 'react';

/** Calls when the app is looked at again or the device has a connection again, for as long as `waits`. */
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
