// Who is signed in on this device. Signed out is known at once and costs no request and no client; everything else
// is the client's to say. No signal is never read as signed out.
import { useSyncExternalStore } from 'react';
import { backendConfig } from '@/lib/env';
import { toast } from '@/lib/toast';
import { keptKey, keptPerson, keyOf, recovery, wasMailAsked, type Person } from './kept-session';
import { takeMailLink, type MailSession } from './mail-link';

export type Session =
  | { kind: 'loading' }
  | { kind: 'signedOut' }
  | ({ kind: 'signedIn' } & Person)
  | ({ kind: 'recovery' } & Person)
  /** A link brought a session that nobody asked for here, or that is another person's than the one signed in. */
  | { kind: 'arrived'; email: string; instead: string | null }
  /** The build was given no project, and there is no embedded backend. */
  | { kind: 'notConfigured' };

type Client = (typeof import('@/lib/supabase'))['supabase'];

let session: Session = { kind: 'loading' };
let arrival: MailSession | null = null;
let following: Promise<Client> | undefined;
const listeners = new Set<() => void>();

function set(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

const stateOf = (person: Person): Session => ({
  kind: recovery.isOf(person.userId) ? 'recovery' : 'signedIn',
  ...person,
});

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
    if (event === 'SIGNED_OUT' || event === 'USER_UPDATED') recovery.end();
    if (event === 'PASSWORD_RECOVERY' && current) recovery.begin(current.user.id);
    if (event === 'SIGNED_OUT') {
      set({ kind: 'signedOut' });
      wipeCopies().catch(() => undefined);
    } else if (current) set(stateOf({ userId: current.user.id, email: current.user.email ?? null }));
    else void nothingUsable();
  });
  return supabase;
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

function startFromKept() {
  const key = keptKey();
  const person = key && keptPerson(key);
  if (!key) return set({ kind: 'signedOut' });
  set(person ? stateOf(person) : { kind: 'loading' });
  // Without the client nothing is known that was not known before.
  confirmKept().catch(() => undefined);
}

async function enter(mail: MailSession) {
  set({ kind: 'loading' });
  try {
    const supabase = await client();
    const answer = await supabase.auth.setSession({
      access_token: mail.accessToken,
      refresh_token: mail.refreshToken,
    });
    if (answer.error) throw answer.error;
    const user = answer.data.user;
    if (user && mail.type === 'recovery') {
      recovery.begin(user.id);
      set(stateOf({ userId: user.id, email: user.email ?? null }));
    }
  } catch (error) {
    const message = error instanceof Error && error.message ? error.message : 'Something went wrong';
    toast({ tone: 'error', title: 'Sign in Failed', description: message });
    if (session.kind !== 'notConfigured') startFromKept();
  }
}

/** Signing in or out in another tab of the browser. */
function heardOfAnotherTab({ key }: StorageEvent) {
  const changed = key === null || /^sb-.*-auth-token$/.test(key);
  if (changed && session.kind === 'signedOut' && keptKey()) startFromKept();
}

/** Reads the address and the device. Called once, before the first render. */
export function startSession() {
  window.addEventListener('storage', heardOfAnotherTab);
  const link = takeMailLink();
  if (link?.kind === 'refused') toast({ tone: 'error', title: 'Sign in Failed', description: link.message });
  if (link?.kind !== 'session') return startFromKept();
  const mail = link.session;
  const key = keptKey();
  const here = key && keptPerson(key);
  const same = here ? here.email?.toLowerCase() === mail.email.toLowerCase() : wasMailAsked(mail.email);
  if (same) return void enter(mail);
  arrival = mail;
  set({ kind: 'arrived', email: mail.email, instead: here ? (here.email ?? 'somebody else') : null });
}

/** The person said that the link was theirs (or was not). */
export function answerArrival(mine: boolean) {
  const mail = arrival;
  arrival = null;
  if (mine && mail) void enter(mail);
  else startFromKept();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const currentSession = () => session;

const SIGNED_OUT: Session = { kind: 'signedOut' };

/** The session on this device. What the build renders ahead is the page of somebody who is signed out. */
export const useSession = (): Session => useSyncExternalStore(subscribe, currentSession, () => SIGNED_OUT);
