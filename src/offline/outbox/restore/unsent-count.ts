// The number of unsent entries where the outbox is not loaded (on the app's icon, on the sign-in page), and the request
// for persistent storage.
const UNSENT = 'farm-diary-unsent';

let requested = false;
/** Asks once for persistent storage. Some browsers prompt the user, so only after a first entry. */
export function requestPersistentStorage() {
  const storage = navigator.storage as StorageManager | undefined;
  if (requested || typeof storage?.persist !== 'function') return;
  requested = true;
  storage.persist().catch(() => undefined);
}

/** Sets the badge on the app's icon, and the count that the sign-in page shows once the session has ended. */
export function publishUnsentCount(userId: string, unsent: number) {
  const device: { setAppBadge?: (count: number) => Promise<void> } = navigator;
  device.setAppBadge?.(unsent).catch(() => undefined);
  try {
    const stored = localStorage.getItem(UNSENT);
    if (unsent > 0) localStorage.setItem(UNSENT, `${unsent} ${userId}`);
    // Keep the count of another user, who still has entries here.
    else if (stored?.endsWith(userId)) localStorage.removeItem(UNSENT);
  } catch {
    // Storage is blocked, so there are no entries either.
  }
}
