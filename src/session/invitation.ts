// An invitation to a farm, from the address it came with until its person is signed in and has answered.
import { useSyncExternalStore } from 'react';
import { inviteLink, tokenIn } from '@/domain/invite-link';

const KEY = 'farm-diary-invite';
const listeners = new Set<() => void>();

/** The token in the address, or the one that this device keeps. */
function keptInvite(): string | null {
  try {
    return tokenIn(window.location.search) ?? localStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden; then the address alone counts.
    return null;
  }
}

/** Keeps the token of the address for whoever signs in here next: the way there may lead through other pages. */
export function keepInvite() {
  const token = keptInvite();
  if (token !== null) localStorage.setItem(KEY, token);
}

/** It was answered. */
export function forgetInvite() {
  localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The invitation that waits for an answer on this device; null where there is none. */
export const useInvite = (): string | null => useSyncExternalStore(subscribe, keptInvite, () => null);

/** Where a mail of ours leads back to: the link in it may be opened on another device. */
export const backWithInvite = (): string => {
  const token = keptInvite();
  return token === null ? window.location.origin : inviteLink(window.location.origin, token);
};
