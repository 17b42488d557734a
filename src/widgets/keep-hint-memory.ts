// Which hints about keeping things on this device were put away on it.
const KEYS = { install: 'farm-diary-install-hint', note: 'farm-diary-keep-note' };
type Hint = keyof typeof KEYS;

/** Where storage is forbidden nothing can be remembered, and the hint would come back each time: none is shown. */
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
    // It is gone for as long as the page is open.
  }
}
