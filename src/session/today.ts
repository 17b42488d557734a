// The clock for screens: one tick a minute, and the farm's calendar date.
import { useSyncExternalStore } from 'react';
import { todayIn } from '@/domain/core/time';
import { lastSkew, onSkewChange, currentSkew } from '@/lib/device/device-clock';
import { useAccount } from './account';

const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

function tick() {
  clearTimeout(timer);
  timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  // Called for its effect: it takes a new reading, which lastSkew then returns.
  currentSkew();
  for (const listener of listeners) listener();
}

// A phone that slept has missed ticks.
const onVisible = () => {
  if (document.visibilityState === 'visible') tick();
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
    document.addEventListener('visibilitychange', onVisible);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

let minute = new Date(0);
function thisMinute(): Date {
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  if (start !== minute.getTime()) minute = new Date(start);
  return minute;
}

/** Now, to the minute; the same object until the next minute begins. */
export const useNow = (): Date => useSyncExternalStore(subscribe, thisMinute, thisMinute);

function subscribeToSkew(listener: () => void) {
  const unsubscribers = [subscribe(listener), onSkewChange(listener)];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
}

/** How far this device's clock is off, in seconds; null if unknown. Checked again every minute. */
export const useSkew = (): number | null => useSyncExternalStore(subscribeToSkew, lastSkew, () => null);

const DAY_S = 24 * 60 * 60;
/** A device with a larger skew has a wrong date: the form asks for it, or the server refuses it. */
const MAX_SKEW_S = 31 * DAY_S;

/**
 * The farm's date, 'YYYY-MM-DD' in the account's time zone; changes at midnight there. Corrected to the server's clock
 * as far as its skew is known: a device that is a day behind must not date today's work yesterday.
 */
export function useToday(): string {
  const now = useNow();
  const skewS = useSkew() ?? 0;
  const { settings } = useAccount();
  const correctionS = Math.abs(skewS) <= MAX_SKEW_S ? skewS : 0;
  return todayIn(settings.zone, new Date(now.getTime() - correctionS * 1000));
}
