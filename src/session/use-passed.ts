// Reports when an exact instant has passed, without waiting for the next tick of the minute clock.
import { useCallback, useSyncExternalStore } from 'react';

/** setTimeout accepts at most 24 days; checking once a day is enough. */
const MAX_TIMEOUT_MS = 24 * 60 * 60_000;

/** Whether this device's clock has reached the instant (milliseconds); re-renders at that instant. */
export function usePassed(at: number | null): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const schedule = () => {
        const msLeft = at === null ? 0 : at - Date.now();
        if (msLeft > 0) timer = setTimeout(onTimeout, Math.min(msLeft, MAX_TIMEOUT_MS));
      };
      const onTimeout = () => {
        listener();
        schedule();
      };
      schedule();
      return () => clearTimeout(timer);
    },
    [at],
  );
  const passed = () => at !== null && Date.now() >= at;
  return useSyncExternalStore(subscribe, passed, passed);
}
