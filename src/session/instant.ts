// An instant that matters to the second, between the ticks of the minute clock.
import { useCallback, useSyncExternalStore } from 'react';

/** setTimeout holds no more than 24 days; checking once a day is enough. */
const LONGEST_MS = 24 * 60 * 60_000;

/** Whether this device's clock has reached the instant (milliseconds); re-renders at that instant. */
export function usePassed(at: number | null): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = () => {
        const left = at === null ? 0 : at - Date.now();
        if (left > 0) timer = setTimeout(look, Math.min(left, LONGEST_MS));
      };
      const look = () => {
        listener();
        wait();
      };
      wait();
      return () => clearTimeout(timer);
    },
    [at],
  );
  const passed = () => at !== null && Date.now() >= at;
  return useSyncExternalStore(subscribe, passed, passed);
}
