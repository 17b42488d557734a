// Whether this device holds every file of the app. The service worker installs what the start needs; the rest (maps,
// calculators, documents) is stored in the background once somebody is signed in.
import { useSyncExternalStore } from 'react';
import { STORE_LATER_FILE, type LaterFileResult } from '@/lib/worker-messages';

/** `none`: there is no worker, so nothing is stored. */
type StoredApp = 'none' | 'storing' | 'complete';

/** Until then the connection is left to the start and to the user's first actions. */
const START_DELAY_MS = 5000;
const RETRY_MS = 5 * 60_000;
const RESULT_TIMEOUT_MS = 3 * 60_000;

let state: StoredApp = 'none';
let started = false;
const listeners = new Set<() => void>();

function setState(next: StoredApp) {
  state = next;
  for (const listener of listeners) listener();
}

const storeFile = (worker: ServiceWorker, index: number) =>
  new Promise<LaterFileResult | 'no answer'>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<LaterFileResult>) => resolve(data);
    // The browser ended the worker, or it is of a version without such files.
    setTimeout(() => resolve('no answer'), RESULT_TIMEOUT_MS);
    worker.postMessage({ type: STORE_LATER_FILE, index }, [port2]);
  });

/**
 * Resolves to whether the worker has stored everything. Stops as soon as a newer version is on its way: that one stores
 * its own files, and can take over only while this worker has nothing to do.
 */
async function storeRest(registration: ServiceWorkerRegistration, worker: ServiceWorker): Promise<boolean> {
  const isOutdated = () => worker === registration.active && (registration.installing ?? registration.waiting) !== null;
  let complete = true;
  for (let index = 0; !isOutdated(); index += 1) {
    const result = await storeFile(worker, index);
    if (result === 'end') return complete;
    if (result === 'no answer') return false;
    if (result === 'missing') complete = false;
  }
  return false;
}

/** A waiting version stores its remaining files too, so that it is complete when it takes over. */
function storeWaitingVersions(registration: ServiceWorkerRegistration) {
  if (registration.waiting) void storeRest(registration, registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => worker.state === 'installed' && void storeRest(registration, worker));
  });
}

/** Stores the rest of the app on this device, and tries again until it is complete. Does nothing without a worker. */
export async function storeWholeApp() {
  if (!import.meta.env.PROD || started || !('serviceWorker' in navigator)) return;
  started = true;
  const registration = await navigator.serviceWorker.ready;
  storeWaitingVersions(registration);
  setState('storing');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = async () => {
    clearTimeout(timer);
    window.removeEventListener('online', storeNow);
    if (registration.active && (await storeRest(registration, registration.active))) return setState('complete');
    timer = setTimeout(storeNow, RETRY_MS);
    window.addEventListener('online', storeNow, { once: true });
  };
  const storeNow = () => void store();
  timer = setTimeout(storeNow, START_DELAY_MS);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useStoredApp = (): StoredApp =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => 'none',
  );
