// Remembers which hints about local storage were dismissed on this device: the hint to install the app
// (StorageHintBanner) and the storage note (StorageNote).
const KEYS = { install: 'farm-diary-install-hint', storageNote: 'farm-diary-keep-note' };
type Hint = keyof typeof KEYS;

/** If storage is unavailable, a dismissal could not be remembered and the hint would return each time: show none. */
export function hintDismissed(hint: Hint): boolean {
  try {
    return localStorage.getItem(KEYS[hint]) !== null;
  } catch {
    return true;
  }
}

export function dismissHint(hint: Hint) {
  try {
    localStorage.setItem(KEYS[hint], 'put away');
  } catch {
    // Storage is unavailable: dismissed only while the page is open.
  }
}
