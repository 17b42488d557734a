// Signing in, up and out, and what is said of it.
import { toast } from '@/lib/toast';
import { backWithInvite } from './invitation';
import { rememberMailAsked } from './kept-session';
import { client, currentSession, leaveHere } from './session-store';

export type Credentials = { email: string; password: string };

/** 'unconfirmed': right, but the link in the mail has not been followed yet. Of a failure the reason has been shown. */
export type Outcome = 'done' | 'unconfirmed' | 'failed';

/** What a browser says of a connection that failed is no sentence of the server. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AuthRetryableFetchError' || error instanceof TypeError);

/** The server's sentence, where there is one. */
export const sentence = (error: unknown): string =>
  error instanceof Error && error.message && !isSilence(error) ? error.message : 'Something went wrong';

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : null);

async function attempt(failed: string, act: () => Promise<{ error: Error | null }>): Promise<Outcome> {
  try {
    const { error } = await act();
    if (error) throw error;
    return 'done';
  } catch (error) {
    // The page itself says that the app is not configured.
    if (currentSession().kind !== 'notConfigured') {
      toast({ tone: 'error', title: failed, description: sentence(error) });
    }
    return codeOf(error) === 'email_not_confirmed' ? 'unconfirmed' : 'failed';
  }
}

/** Signs in with a password. */
export async function signIn(credentials: Credentials): Promise<Outcome> {
  const outcome = await attempt('Sign in Failed', async () => (await client()).auth.signInWithPassword(credentials));
  // Who has a second step to take is not in yet.
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
  rememberMailAsked(credentials.email);
  toast({ tone: 'ok', title: 'Account created!', description: 'Please check your email for a confirmation link.' });
  return outcome;
}

/** Tells the server that a session is over. Held in memory alone: a token of somebody who left is not kept on the device. */
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
 * Signs out on this device; other devices of the person stay signed in. Without an answer of the server this device
 * forgets the person all the same, and the server is told when there is signal again.
 */
export async function signOut(): Promise<void> {
  const leave = () => {
    const token = leaveHere();
    if (token !== null) revokeLater(token);
  };
  if (!navigator.onLine) return leave();
  try {
    const { error } = await (await client()).auth.signOut({ scope: 'local' });
    if (error) throw error;
  } catch (error) {
    if (isSilence(error)) return leave();
    toast({ tone: 'error', title: 'Sign out Failed', description: sentence(error) });
  }
}
