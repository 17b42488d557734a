// What the outbox says outside the app's own screens: to the device, and to the page of somebody who is signed out.
const UNSENT = 'farm-diary-unsent';

/** Asks the device once not to clear what is kept here. Some ask the person, so it is done after a first entry only. */
let asked = false;
export function keepStorage() {
  const storage = navigator.storage as StorageManager | undefined;
  if (asked || typeof storage?.persist !== 'function') return;
  asked = true;
  storage.persist().catch(() => undefined);
}

/** The figure on the app's icon, and what the sign-in page says after the session has ended. */
export function sayOutside(userId: string, unsent: number) {
  const device: { setAppBadge?: (count: number) => Promise<void> } = navigator;
  device.setAppBadge?.(unsent).catch(() => undefined);
  try {
    const said = localStorage.getItem(UNSENT);
    if (unsent > 0) localStorage.setItem(UNSENT, `${unsent} ${userId}`);
    // Somebody else's entries go on waiting here.
    else if (said?.endsWith(userId)) localStorage.removeItem(UNSENT);
  } catch {
    // Storage is forbidden: then nothing waits here either.
  }
}
