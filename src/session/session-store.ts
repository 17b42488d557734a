// Who is signed in on this device. Signed out is known at once and costs no request and no client; everything else
// is the client's to say. No signal is never read as signed out.
import { useSyncExternalStore } from 'react';
import { backendConfig } from '@/lib/env';
import { dropKept, keptKey, keptPerson, keyOf, personIn, recovery, type KeptPerson, type Person } from './kept-session';

export type Session =
  | { kind: 'loading' }
  | { kind: 'signedOut' }
  | ({ kind: 'signedIn' } & Person)
  /** A link in a mail opened the session: the password comes first. `forgotten`: a new one, that link was asked for. */
  | ({ kind: 'recovery'; forgotten: boolean } & Person)
  /** The password was right; the code of the second step is asked for before anything else. */
  | ({ kind: 'secondStep' } & Person)
  /** A link brought a session that nobody asked for here, or that is another person's than the one signed in. */
  | { kind: 'arrived'; email: string; instead: string | null }
  /** The build was given no project, and there is no embedded backend. */
  | { kind: 'notConfigured' };

type Client = (typeof import('@/lib/supabase'))['supabase'];

let session: Session = { kind: 'loading' };
let following: Promise<Client> | undefined;
const listeners = new Set<() => void>();

/** For the modules of the session only. */
export function changeSession(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}
const set = changeSession;

function stateOf({ userId, email, halfWay, byMail }: KeptPerson): Session {
  if (halfWay) return { kind: 'secondStep', userId, email };
  if (byMail) return { kind: 'recovery', userId, email, forgotten: recovery.isOf(userId) };
  return { kind: 'signedIn', userId, email };
}

/** The client found no session it can use. Kept, but not to be renewed for want of signal, is still signed in. */
async function nothingUsable() {
  const config = await backendConfig();
  const kept = config && keptPerson(keyOf(config.url));
  set(kept ? stateOf(kept) : { kind: 'signedOut' });
}

/** What was copied onto the device goes with the session. What waits to be sent stays. */
async function wipeCopies() {
  const { wipeSnapshot } = await import('@/data/snapshot-store');
  await wipeSnapshot();
}

async function follow(): Promise<Client> {
  const { supabase } = await import('@/lib/supabase');
  supabase.auth.onAuthStateChange((event, current) => {
    if (session.kind === 'arrived') return;
    if (event === 'PASSWORD_RECOVERY' && current) recovery.begin(current.user.id);
    if (event === 'SIGNED_OUT') {
      recovery.end();
      set({ kind: 'signedOut' });
      wipeCopies().catch(() => undefined);
      return;
    }
    const person = personIn(current);
    if (person && !person.byMail) recovery.end();
    if (person) set(stateOf(person));
    else void nothingUsable();
  });
  return supabase;
}

/**
 * Signs out on this device without asking anybody; the answer is the token of the session that ended. A renewal that is
 * under way is thrown away by the client: it finds nothing to renew.
 */
export function leaveHere(): string | null {
  recovery.end();
  const token = dropKept();
  set({ kind: 'signedOut' });
  wipeCopies().catch(() => undefined);
  return token;
}

/** The client, loaded when it is first needed, with this store listening to it. */
export async function client(): Promise<Client> {
  following ??= follow();
  try {
    return await following;
  } catch (error) {
    following = undefined;
    // The module that throws it is the one that could not be loaded, so only its name is known here.
    if (error instanceof Error && error.name === 'NotConfiguredError') set({ kind: 'notConfigured' });
    throw error;
  }
}

/** Fetches the client ahead of the press that needs it. */
export function prepareClient() {
  client().catch(() => undefined);
}

/** Asks the client whether what is kept can be used; it may have been listened to long before. */
async function confirmKept() {
  const supabase = await client();
  const { data } = await supabase.auth.getSession();
  if (!data.session && session.kind !== 'arrived') await nothingUsable();
}

/** Goes by what this device keeps, and asks the client whether it still holds. */
export function startFromKept() {
  const key = keptKey();
  const person = key && keptPerson(key);
  if (!key) return set({ kind: 'signedOut' });
  set(person ? stateOf(person) : { kind: 'loading' });
  // Without the client nothing is known that was not known before.
  confirmKept().catch(() => undefined);
}

const isIn = () => session.kind === 'signedIn' || session.kind === 'recovery' || session.kind === 'secondStep';

/** Signing in or out in another tab of the browser. */
function heardOfAnotherTab({ key }: StorageEvent) {
  if (key !== null && !/^sb-.*-auth-token$/.test(key)) return;
  const someone = keptKey() !== null;
  if (session.kind === 'signedOut' && someone) startFromKept();
  else if (isIn() && !someone) leaveHere();
}

/** Takes what a mail's link put there out of the address, and out of the history, at once. */
function takeFragment(): string | null {
  const { hash, pathname, search } = window.location;
  if (!/[#&](access_token|refresh_token|error|error_code|message)=/.test(hash)) return null;
  window.history.replaceState(window.history.state, '', pathname + search);
  return hash;
}

/** Reads the address and the device. Called once, before the first render. */
export function startSession() {
  window.addEventListener('storage', heardOfAnotherTab);
  const hash = takeFragment();
  if (hash === null) return startFromKept();
  set({ kind: 'loading' });
  import('./mail-link').then(({ arrive }) => arrive(hash), startFromKept);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const currentSession = () => session;

const SIGNED_OUT: Session = { kind: 'signedOut' };

/** The session on this device. What the build renders ahead is the page of somebody who is signed out. */
export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession, () => SIGNED_OUT);
