// After a new version is deployed, an open page may request a file of the old one. One reload brings the new version.
import { hasUnsavedInput, storeAllInput } from '@/lib/before-reload';
import { wasPrefetch } from '@/lib/prefetch';

const KEY = 'farm-diary-reloaded-at';
const MIN_INTERVAL_MS = 60_000;
/** The browsers' messages, and Vite's for a stylesheet. */
const LOAD_FAILED = /dynamically imported module|importing a module script|preload|load failed|failed to fetch/i;

/** Whether a file of the app could not be loaded; false for an error that a loaded file threw. */
export const isLoadFailure = ({ message }: Error): boolean => LOAD_FAILED.test(message);

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    // A clock that was set back since must not prevent a reload for long.
    if (Math.abs(Date.now() - last) < MIN_INTERVAL_MS) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    // Without a record of the last reload a loop could not be stopped: show the error page instead.
    return false;
  }
}

/**
 * Reloads when a file of the app that the user needs cannot be loaded, once drafts are stored: only online, not over a
 * form without a draft, and not twice within a minute.
 */
export function reloadOnceForNewVersion() {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // Vite reports everything that an import rejects with.
    if (!isLoadFailure(payload) || !navigator.onLine || hasUnsavedInput()) return;
    // At once: the screen that requested the file may soon unmount, and what was typed in it would be lost.
    const stored = storeAllInput();
    // `prefetch` marks its error only after this event.
    setTimeout(() => {
      if (wasPrefetch(payload) || !mayReload()) return;
      // The user may have started typing meanwhile.
      void stored.then((allStored) => allStored && !hasUnsavedInput() && window.location.reload());
    });
  });
}
