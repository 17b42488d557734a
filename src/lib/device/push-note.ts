// Stores on this device for which user notifications are turned on. Not part of push-device.ts, because every start
// reads it.

/** The key in localStorage: the person and the address at the push service, both set when notifications are turned on. */
const STORAGE_KEY = 'farm-diary-push';

type PushNote = { userId: string; endpoint: string };

export function readPushNote(): PushNote | null {
  try {
    // Only this module writes it.
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as PushNote | null;
  } catch {
    return null;
  }
}

export function writePushNote(note: PushNote | null) {
  try {
    if (note) localStorage.setItem(STORAGE_KEY, JSON.stringify(note));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is unavailable: another user who signs in here has to turn notifications on.
  }
}
