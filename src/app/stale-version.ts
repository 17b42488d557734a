// After a new version was put online, an open page may ask for a file of the old one. Reloading once brings the new one.
import { holdsTyping, putAllAway } from '@/lib/leaving';
import { wasUnasked } from '@/lib/unasked';

const KEY = 'farm-diary-reloaded-at';
const NOT_AGAIN_MS = 60_000;

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    // A clock that was set back since must not forbid it for long.
    if (Math.abs(Date.now() - last) < NOT_AGAIN_MS) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    // Without a memory of the last time there is no way to stop: better the error page.
    return false;
  }
}

/**
 * Reloads when a file of the app cannot be fetched that somebody asked for, once drafts are kept: online only, not over a
 * form that nothing keeps, and not twice within a minute.
 */
export function reloadOnceForNewVersion() {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!navigator.onLine || holdsTyping()) return;
    // At once: the screen that asked may be gone in a moment, and with it what was typed there.
    const away = putAllAway();
    // Who fetched it unasked hears of it after this.
    setTimeout(() => {
      if (wasUnasked(payload) || !mayReload()) return;
      // Something may have been begun meanwhile.
      void away.then((put) => put && !holdsTyping() && window.location.reload());
    });
  });
}
