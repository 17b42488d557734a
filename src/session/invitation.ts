// An invitation to a farm, from the opened link until its recipient is signed in and has answered it.
import { useSyncExternalStore } from 'react';
import { inviteLink, tokenIn } from '@/domain/account/invite-link';

const KEY = 'farm-diary-invite';
const listeners = new Set<() => void>();

/** The token in the URL, or the one stored on this device. */
function storedInvite(): string | null {
  try {
    return tokenIn(window.location.search) ?? localStorage.getItem(KEY);
  } catch {
    // Storage may be blocked; then only the URL counts.
    return null;
  }
}

/** Stores the URL's token until somebody signs in here: signing up may lead through other pages. */
export function keepInvite() {
  const token = storedInvite();
  if (token === null) return;
  try {
    localStorage.setItem(KEY, token);
  } catch {
    // Storage is blocked or full: the token is still in the URL and in the links of our mails.
  }
}

/** Called once the invitation has been answered. */
export function forgetInvite() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: nothing was stored.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The unanswered invitation on this device; null if there is none. */
export const useInvite = (): string | null => useSyncExternalStore(subscribe, storedInvite, () => null);

/** The address to which our mails redirect, with the token: their link may be opened on another device. */
export const inviteRedirectUrl = (): string => {
  const token = storedInvite();
  return token === null ? window.location.origin : inviteLink(window.location.origin, token);
};
