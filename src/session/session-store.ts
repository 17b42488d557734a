// Who is signed in on this device. Without a stored session the user is signed out, with no request and without loading
// the client; otherwise the client decides. Being offline never counts as signed out.
import { useSyncExternalStore } from 'react';
import { backendConfig, sessionKey } from '@/lib/env';
import {
  dropStoredSession,
  storedSessionKey,
  storedPerson,
  personIn,
  recovery,
  type StoredPerson,
  type Person,
} from './stored-session';

export type MailLinkType = 'recovery' | 'email_change';

export type Session =
  | { kind: 'loading' }
  | { kind: 'signedOut' }
  | ({ kind: 'signedIn' } & Person)
  /** A mail link opened the session: the password comes first. `forgotten`: the link was for setting a new one. */
  | ({ kind: 'recovery'; forgotten: boolean } & Person)
  /** The password was right; the second factor comes before anything else. */
  | ({ kind: 'secondStep' } & Person)
  /**
   * A link carries a session that was not requested here, or that belongs to another user than the one signed in: the
   * user has to confirm it. `currentEmail`: the user who is signed in; null if nobody is.
   */
  | { kind: 'confirmLink'; unspent: null; email: string; currentEmail: string | null }
  /** A link was opened whose token is spent once the user presses a button; whose it is, is not known before. */
  | { kind: 'confirmLink'; unspent: MailLinkType }
  /** The build has no project configured, and there is no embedded backend. */
  | { kind: 'notConfigured' };

type Client = (typeof import('@/lib/supabase'))['supabase'];

let session: Session = { kind: 'loading' };
let clientPromise: Promise<Client> | undefined;
const listeners = new Set<() => void>();

/** Only for the modules of src/session. */
export function changeSession(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

function stateOf({ userId, email, needsSecondFactor, byMail }: StoredPerson): Session {
  if (needsSecondFactor) return { kind: 'secondStep', userId, email };
  if (byMail) return { kind: 'recovery', userId, email, forgotten: recovery.isOf(userId) };
  return { kind: 'signedIn', userId, email };
}

/** The client found no usable session. A stored one that can't be renewed while offline still counts as signed in. */
async function handleNoSession() {
  const config = await backendConfig();
  const storedUser = config && storedPerson(sessionKey(config.url));
  changeSession(storedUser ? stateOf(storedUser) : { kind: 'signedOut' });
}

/** Deletes the snapshot along with the session. Unsent entries stay. */
async function wipeCopies() {
  const { wipeSnapshot } = await import('@/offline/snapshot/snapshot-store');
  await wipeSnapshot();
}

async function subscribeToClient(): Promise<Client> {
  const { supabase } = await import('@/lib/supabase');
  supabase.auth.onAuthStateChange((event, current) => {
    if (session.kind === 'confirmLink') return;
    if (event === 'PASSWORD_RECOVERY' && current) recovery.begin(current.user.id);
    if (event === 'SIGNED_OUT') {
      recovery.end();
      changeSession({ kind: 'signedOut' });
      wipeCopies().catch(() => undefined);
      return;
    }
    const person = personIn(current);
    if (person && !person.byMail) recovery.end();
    if (person) changeSession(stateOf(person));
    else void handleNoSession();
  });
  return supabase;
}

/**
 * Signs out on this device without the server; returns the token of the session that ended. The client discards a
 * renewal in progress, because it finds nothing to renew.
 */
export function signOutHere(): string | null {
  recovery.end();
  const token = dropStoredSession();
  changeSession({ kind: 'signedOut' });
  wipeCopies().catch(() => undefined);
  return token;
}

/** The client, loaded on first use, with this store subscribed to it. */
export async function client(): Promise<Client> {
  clientPromise ??= subscribeToClient();
  try {
    return await clientPromise;
  } catch (error) {
    clientPromise = undefined;
    // The module that throws it failed to load, so its class is not available here; compare the name.
    if (error instanceof Error && error.name === 'NotConfiguredError') changeSession({ kind: 'notConfigured' });
    throw error;
  }
}

/** Loads the client in advance, so that signing in does not wait for it. */
export function prepareClient() {
  client().catch(() => undefined);
}

/** Asks the client whether the stored session is usable; this store may have subscribed to it long before. */
async function confirmStored() {
  const supabase = await client();
  const { data } = await supabase.auth.getSession();
  if (!data.session && session.kind !== 'confirmLink') await handleNoSession();
}

/** Starts with the session stored on this device, and asks the client whether it is still valid. */
export function startFromStored() {
  const key = storedSessionKey();
  const person = key && storedPerson(key);
  if (!key) return changeSession({ kind: 'signedOut' });
  changeSession(person ? stateOf(person) : { kind: 'loading' });
  // If the client cannot be loaded, the stored session remains all that is known.
  confirmStored().catch(() => undefined);
}

const hasOpenSession = () => 'userId' in session;

/** The user signed in or out in another tab. */
function onStorageChange({ key }: StorageEvent) {
  if (key !== null && !/^sb-.*-auth-token$/.test(key)) return;
  const hasSession = storedSessionKey() !== null;
  if (session.kind === 'signedOut' && hasSession) startFromStored();
  else if (hasOpenSession() && !hasSession) signOutHere();
}

/** Such as '#access_token=…' or '#token_hash=…'. */
const hasLinkFragment = () => /[#&](\w*token\w*|error\w*|message)=/.test(window.location.hash);

/** Returns what a mail link put into the URL, and removes it from the URL and the history. */
function takeLinkFragment(): string | null {
  if (!hasLinkFragment()) return null;
  const { hash, pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  return hash;
}

/** A link to the page that is open already changes only the fragment: start again with it. */
function onHashChange() {
  if (hasLinkFragment()) window.location.reload();
}

/** Reads the URL and the device's storage. Called once, before the first render. */
export function startSession() {
  window.addEventListener('storage', onStorageChange);
  window.addEventListener('hashchange', onHashChange);
  const hash = takeLinkFragment();
  if (hash === null) return startFromStored();
  changeSession({ kind: 'loading' });
  import('./mail-link').then(({ handleMailLink }) => handleMailLink(hash), startFromStored);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const currentSession = () => session;

const SIGNED_OUT: Session = { kind: 'signedOut' };

/** The session on this device. The build prerenders the page of a signed-out visitor. */
export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession, () => SIGNED_OUT);
