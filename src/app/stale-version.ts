// After a new version was put online, an open page may ask for a file of the old one. Reloading once brings the new one.
const KEY = 'farm-diary-reloaded-at';
const NOT_AGAIN_MS = 60_000;

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < NOT_AGAIN_MS) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    // Without a memory of the last time there is no way to stop: better the error page.
    return false;
  }
}

/** Reloads when a file of the app cannot be fetched: online only, and not twice within a minute. */
export function reloadOnceForNewVersion() {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || !mayReload()) return;
    event.preventDefault();
    window.location.reload();
  });
}
