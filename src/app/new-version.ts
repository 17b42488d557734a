// A new version of the app: it waits on this device until its person agrees, and never comes in the middle of a form.
import { useSyncExternalStore } from 'react';
import { putAllAway } from '@/lib/leaving';

const HOUR_MS = 60 * 60_000;
/** Some phones do not say that the new version has taken over. */
const TAKES_OVER_MS = 4000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function set(next: ServiceWorker | null) {
  if (next === waiting) return;
  waiting = next;
  for (const listener of listeners) listener();
}

/** Looks out for new versions for as long as the app is open. */
export function followVersions(registration: ServiceWorkerRegistration) {
  // The first version of all waits for nobody.
  const look = () => set(navigator.serviceWorker.controller ? registration.waiting : null);
  const follow = () => registration.installing?.addEventListener('statechange', look);
  look();
  follow();
  registration.addEventListener('updatefound', follow);
  let asked = performance.now();
  // An app on an iPhone's home screen does not look by itself.
  const ask = () => {
    if (document.visibilityState !== 'visible' || performance.now() - asked < HOUR_MS) return;
    asked = performance.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask);
  setInterval(ask, HOUR_MS);
}

/** Goes over to the version that waits: drafts first, then the page anew, once. */
export async function takeNewVersion() {
  const next = waiting;
  if (!next) return;
  set(null);
  await putAllAway();
  const reload = () => window.location.reload();
  const late = setTimeout(reload, TAKES_OVER_MS);
  const takesOver = () => {
    clearTimeout(late);
    reload();
  };
  navigator.serviceWorker.addEventListener('controllerchange', takesOver, { once: true });
  next.postMessage({ type: 'SKIP_WAITING' });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** True while a new version waits. */
export const useNewVersion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting !== null,
    () => false,
  );
