// The clock as screens may use it: one tick a minute, and the farm's calendar date.
import { useSyncExternalStore } from 'react';
import { todayIn } from '@/domain/time';
import { useAccount } from './account';

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function tick() {
  clearTimeout(timer);
  timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE));
  for (const listener of listeners) listener();
}

// A phone that slept has missed its ticks.
const woken = () => {
  if (document.visibilityState === 'visible') tick();
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setTimeout(tick, MINUTE - (Date.now() % MINUTE));
    document.addEventListener('visibilitychange', woken);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', woken);
  };
}

let minute = new Date(0);
function thisMinute(): Date {
  const start = Math.floor(Date.now() / MINUTE) * MINUTE;
  if (start !== minute.getTime()) minute = new Date(start);
  return minute;
}

/** Now, to the minute; the same object until the next one begins. */
export const useNow = (): Date => useSyncExternalStore(subscribe, thisMinute, thisMinute);

/** The farm's date, 'YYYY-MM-DD' in the account's time zone; changes at midnight there. */
export function useToday(): string {
  const now = useNow();
  const { settings } = useAccount();
  return todayIn(settings.zone, now);
}
