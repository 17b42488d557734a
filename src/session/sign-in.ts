// Signing in, up and out, and the messages about it.
import { toast } from '@/lib/toast';
import { connectionFailed } from './connection-failed';
import { backWithInvite } from './invitation';
import { rememberMailRequest } from './stored-session';
import { client, currentSession, signOutHere } from './session-store';

export type Credentials = { email: string; password: string };

/**
 * 'unconfirmed': correct, but the link in the mail has not been followed yet. 'refused': no account has this address
 * with this password. The reason of a failure has been shown.
 */
export type Outcome = 'done' | 'unconfirmed' | 'refused' | 'failed';

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  email_not_confirmed: 'unconfirmed',
  invalid_credentials: 'refused',
};

/** The server's message, if there is one. */
export const serverMessage = (error: unknown): string =>
  error instanceof Error && error.message && !connectionFailed(error) ? error.message : 'Something went wrong';

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : null);

async function attempt(failed: string, request: () => Promise<{ error: Error | null }>): Promise<Outcome> {
  try {
    const { error } = await request();
    if (error) throw error;
    return 'done';
  } catch (error) {
    // The page itself says that the app is not configured.
    if (currentSession().kind !== 'notConfigured') {
      toast({ tone: 'error', title: failed, description: serverMessage(error) });
    }
    return OUTCOMES[String(codeOf(error))] ?? 'failed';
  }
}

export async function signIn(credentials: Credentials): Promise<Outcome> {
  const outcome = await attempt('Sign in Failed', async () => (await client()).auth.signInWithPassword(credentials));
  // With a second factor outstanding, the user is not signed in yet.
  if (outcome === 'done' && currentSession().kind !== 'secondStep')
    toast({ tone: 'ok', title: 'Welcome back!', description: "You've been signed in successfully." });
  return outcome;
}

/** Signs up; the link in the mail leads back to this origin. 'done' when the mail is on its way. */
export async function signUp(credentials: Credentials): Promise<Outcome> {
  const outcome = await attempt('Sign up Failed', async () =>
    (await client()).auth.signUp({ ...credentials, options: { emailRedirectTo: backWithInvite() } }),
  );
  if (outcome !== 'done') return outcome;
  rememberMailRequest(credentials.email);
  toast({ tone: 'ok', title: 'Account created!', description: 'Please check your email for a confirmation link.' });
  return outcome;
}

/** Revokes the token of an ended session once the connection returns. It is held in memory only, not on the device. */
function revokeLater(token: string) {
  window.addEventListener(
    'online',
    () =>
      void client().then(
        ({ auth }) => auth.admin.signOut(token, 'local'),
        () => undefined,
      ),
    { once: true },
  );
}

/**
 * Signs out on this device; the user's other devices stay signed in. Without a response from the server this device
 * signs out all the same, and the token is revoked once the connection returns. False if it failed.
 */
export async function signOut(): Promise<boolean> {
  const leaveOffline = () => {
    const token = signOutHere();
    if (token !== null) revokeLater(token);
    return true;
  };
  if (!navigator.onLine) return leaveOffline();
  try {
    const { error } = await (await client()).auth.signOut({ scope: 'local' });
    if (error) throw error;
    return true;
  } catch (error) {
    if (connectionFailed(error)) return leaveOffline();
    toast({ tone: 'error', title: 'Sign out Failed', description: serverMessage(error) });
    return false;
  }
}

/** Signs out and deletes from this device what the database has by now ('sent'), or everything of this user ('all'). */
export async function signOutAndDelete(what: 'sent' | 'all'): Promise<void> {
  const session = currentSession();
  // Load it first: afterwards the device may be offline, and nothing would be deleted.
  const outbox = await import('@/offline/outbox/restore/device-data').catch(() => null);
  // The sign-in page reads the count as soon as it renders, possibly before the deletion is done.
  if (what === 'all' && outbox && 'userId' in session) outbox.publishUnsentCount(session.userId, 0);
  const signedOut = await signOut();
  if (signedOut && outbox && 'userId' in session)
    await outbox.deleteDeviceData(session.userId, what).catch(() => undefined);
}
