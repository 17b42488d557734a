// A new version of the app. It is stored on this device and starts once the user agrees, so it never interrupts a form.
import { useSyncExternalStore } from 'react';
import { storeAllInput } from '@/lib/before-reload';
import { SKIP_WAITING } from '@/lib/worker-messages';

const HOUR_MS = 60 * 60_000;
const RETRY_MS = 5 * 60_000;
/** Some phones do not report that the new version has taken over: after this time the page is reloaded in any case. */
const TAKEOVER_TIMEOUT_S = 60;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();

function setWaiting(next: ServiceWorker | null) {
  if (next === waiting) return;
  waiting = next;
  for (const listener of listeners) listener();
}

/** Retries the installation once, after a delay or when the connection returns: the next response may be intact. */
function scheduleRetry() {
  const retry = () => {
    clearTimeout(timer);
    window.removeEventListener('online', retry);
    void registerWorker();
  };
  const timer = setTimeout(retry, RETRY_MS);
  window.addEventListener('online', retry, { once: true });
}

const followedRegistrations = new WeakSet<ServiceWorkerRegistration>();

/**
 * Installs the service worker and follows its versions. If an installation fails, the previous version stays and it is
 * retried.
 */
export async function registerWorker() {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    if (followedRegistrations.has(registration)) return await registration.update();
    followedRegistrations.add(registration);
    console.info('Service worker registered:', registration);
    followVersions(registration);
  } catch (error) {
    console.info('Service worker registration failed:', error);
  }
}

/** Checks for new versions while the app is open. */
export function followVersions(registration: ServiceWorkerRegistration) {
  // Without a controller this is the first version, which activates without waiting.
  const updateWaiting = () => setWaiting(navigator.serviceWorker.controller ? registration.waiting : null);
  const followInstallation = () => {
    const worker = registration.installing;
    let installed = false;
    worker?.addEventListener('statechange', () => {
      installed ||= worker.state === 'installed';
      if (worker.state === 'redundant' && !installed) scheduleRetry();
      updateWaiting();
    });
  };
  updateWaiting();
  // The waiting worker may activate only now: the page may have been reloaded while it was taking over.
  registration.waiting?.addEventListener('statechange', updateWaiting);
  followInstallation();
  registration.addEventListener('updatefound', followInstallation);
  let lastCheck = performance.now();
  // An app on an iPhone's home screen does not check by itself.
  const checkForUpdate = () => {
    if (document.visibilityState !== 'visible' || performance.now() - lastCheck < HOUR_MS) return;
    lastCheck = performance.now();
    registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', checkForUpdate);
  setInterval(checkForUpdate, HOUR_MS);
}

/** Whether a new version is waiting at this moment. */
export const hasNewVersion = (): boolean => waiting !== null;

/**
 * Switches to the waiting version: stores drafts first, then reloads the page once that version has taken over. It does so
 * when the previous one has nothing to do: after about a second, on a busy device or while a file is being fetched much
 * later. A reload before that would start the previous version again.
 */
export async function activateNewVersion() {
  const next = waiting;
  if (!next) return;
  await storeAllInput();
  const reload = () => {
    clearInterval(poll);
    // Again: the user may have gone on typing.
    void storeAllInput().then(() => window.location.reload());
  };
  let seconds = 0;
  const poll = setInterval(() => {
    seconds += 1;
    if (next.state === 'activated' || seconds > TAKEOVER_TIMEOUT_S) reload();
  }, 1000);
  navigator.serviceWorker.addEventListener('controllerchange', reload);
  next.postMessage({ type: SKIP_WAITING });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** True while a new version waits. */
export const useHasNewVersion = (): boolean => useSyncExternalStore(subscribe, hasNewVersion);
