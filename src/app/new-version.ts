// A new version of the app: it waits on this device until its person agrees, and never comes in the middle of a form.
import { useSyncExternalStore } from 'react';
import { putAllAway } from '@/lib/leaving';

const HOUR_MS = 60 * 60_000;
const RETRY_MS = 5 * 60_000;
/** Some phones do not say that the new version has taken over. */
const TAKES_OVER_MS = 4000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function set(next: ServiceWorker | null) {
  if (next === waiting) return;
  waiting = next;
  for (const listener of listeners) listener();
}

/** Once after a while, or as soon as there is a new line: what was answered wrongly may be right there. */
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

/** Installs the service worker and follows its versions. An installation that fails leaves the version before; it is repeated. */
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

/** Looks out for new versions for as long as the app is open. */
export function followVersions(registration: ServiceWorkerRegistration) {
  // The first version of all waits for nobody.
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
  // An app on an iPhone's home screen does not look by itself.
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
