// After a new version was put online, an open page may ask for a file of the old one. Reloading once brings the new one.
import { holdsTyping, putAllAway } from '@/lib/leaving';

const KEY = 'farm-diary-reloaded-at';
const NOT_AGAIN_MS = 60_000;

/** How often files are being fetched just now that nobody has asked for yet. */
let ahead = 0;

/** How many files somebody waits for. */
let asked = 0;

/** Fetches what somebody asked for. */
export async function fetchAsked<T>(load: () => Promise<T>): Promise<T> {
  asked += 1;
  try {
    return await load();
  } finally {
    asked -= 1;
  }
}

/**
 * Fetches files before anybody asks for them: one that does not come is nobody's loss, and no reason to load the page anew
 * under somebody's hands. One after the other: asked for at once, they hold up a phone for a fifth of a second. Never rejects.
 */
export async function fetchAhead(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  ahead += 1;
  for (const load of loads) await load().catch(() => undefined);
  ahead -= 1;
}

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
  window.addEventListener('vite:preloadError', (event) => {
    if ((ahead > 0 && asked === 0) || !navigator.onLine || holdsTyping() || !mayReload()) return;
    event.preventDefault();
    void putAllAway().then(() => window.location.reload());
  });
}
