// A new version of the app: it waits on this device until the user agrees, and never interrupts a form.
import { useSyncExternalStore } from 'react';
import { storeAllInput } from '@/lib/before-reload';

const HOUR_MS = 60 * 60_000;
const RETRY_MS = 5 * 60_000;
/** Some phones do not report that the new version has taken over. */
const TAKES_OVER_MS = 4000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function set(next: ServiceWorker | null) {
  if (next === waiting) return;
  waiting = next;
  for (const listener of listeners) listener();
}

/** Retries once after a while, or as soon as the connection returns: a wrong response may be right by then. */
function tryAgain() {
  const again = () => {
    clearTimeout(timer);
    window.removeEventListener('online', again);
    void keepWorker();
  };
  const timer = setTimeout(again, RETRY_MS);
  window.addEventListener('online', again, { once: true });
}

const followed = new WeakSet<ServiceWorkerRegistration>();

/**
 * Installs the service worker and follows its versions. If an installation fails, the previous version stays and it is
 * retried.
 */
export async function keepWorker() {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    if (followed.has(registration)) return await registration.update();
    followed.add(registration);
    console.info('Service worker registered:', registration);
    followVersions(registration);
  } catch (error) {
    console.info('Service worker registration failed:', error);
  }
}

/** Checks for new versions while the app is open. */
export function followVersions(registration: ServiceWorkerRegistration) {
  // The very first version does not need to wait.
  const look = () => set(navigator.serviceWorker.controller ? registration.waiting : null);
  const follow = () => {
    const worker = registration.installing;
    let installed = false;
    worker?.addEventListener('statechange', () => {
      installed ||= worker.state === 'installed';
      if (worker.state === 'redundant' && !installed) tryAgain();
      look();
    });
  };
  look();
  follow();
  registration.addEventListener('updatefound', follow);
  let asked = performance.now();
  // An app on an iPhone's home screen does not check by itself.
  const ask = () => {
    if (document.visibilityState !== 'visible' || performance.now() - asked < HOUR_MS) return;
    asked = performance.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask);
  setInterval(ask, HOUR_MS);
}

/** Whether a new version waits at this moment. */
export const newVersionWaits = (): boolean => waiting !== null;

/** Switches to the waiting version: stores drafts first, then reloads the page once. */
export async function takeNewVersion() {
  const next = waiting;
  if (!next) return;
  set(null);
  await storeAllInput();
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
