// Whether the hint to install was put away on this device.
const KEY = 'farm-diary-install-hint';

/** Where storage is forbidden nothing can be remembered, and the hint would come back each time: none is shown. */
export function hintDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

export function dismissHint() {
  try {
    localStorage.setItem(KEY, 'put away');
  } catch {
    // It is gone for as long as the page is open.
  }
}
