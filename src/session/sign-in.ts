// Signing in and up, and the messages about it.
import { prefetch } from '@/lib/prefetch';
import { toast } from '@/lib/toast';
import { connectionFailed } from './connection-failed';
import { inviteRedirectUrl } from './invitation';
import { rememberMailRequest } from './stored-session';
import { client, currentSession } from './session-store';

export type Credentials = { email: string; password: string };

/**
 * 'unconfirmed': correct, but the link in the mail has not been followed yet. 'refused': no account has this address
 * with this password. 'guessable': nothing was sent, as the new password is easy to guess. The reason of a failure has been
 * shown.
 */
export type Outcome = 'done' | 'unconfirmed' | 'refused' | 'guessable' | 'failed';

/** The server's message, if there is one. */
export const serverMessage = (error: unknown): string =>
  error instanceof Error && error.message && !connectionFailed(error) ? error.message : 'Something went wrong';

const codeOf = (error: unknown): unknown => (error instanceof Error ? Reflect.get(error, 'code') : null);

async function tryRequest(failed: string, request: () => Promise<{ error: Error | null }>): Promise<Outcome> {
  try {
    const { error } = await request();
    if (error) throw error;
    return 'done';
  } catch (error) {
    // The page itself says that the app is not configured.
    if (currentSession().kind !== 'notConfigured') {
      toast({ tone: 'error', title: failed, description: serverMessage(error) });
    }
    const code = codeOf(error);
    if (code === 'email_not_confirmed') return 'unconfirmed';
    return code === 'invalid_credentials' ? 'refused' : 'failed';
  }
}

export async function signIn(credentials: Credentials): Promise<Outcome> {
  const outcome = await tryRequest('Sign in Failed', async () => (await client()).auth.signInWithPassword(credentials));
  // With a second factor outstanding, the user is not signed in yet.
  if (outcome === 'done' && currentSession().kind !== 'secondStep')
    toast({ tone: 'ok', title: 'Welcome back!', description: "You've been signed in successfully." });
  return outcome;
}

export const GUESSABLE = 'This password is easy to guess. Three words that do not belong together are better.';

/** Whether a new password is easy to guess; false if the check can't be loaded. */
export async function isGuessable(password: string, email: string): Promise<boolean> {
  const check = await prefetch(() => import('./guessable-problem')).catch(() => null);
  return check !== null && check.isGuessableNow(password, email);
}

/** Signs up; the link in the mail leads back to this origin. 'done' when the mail is on its way. */
export async function signUp(credentials: Credentials): Promise<Outcome> {
  if (await isGuessable(credentials.password, credentials.email)) return 'guessable';
  const outcome = await tryRequest('Sign up Failed', async () =>
    (await client()).auth.signUp({ ...credentials, options: { emailRedirectTo: inviteRedirectUrl() } }),
  );
  if (outcome !== 'done') return outcome;
  rememberMailRequest(credentials.email);
  toast({ tone: 'ok', title: 'Account created!', description: 'Please check your email for a confirmation link.' });
  return outcome;
}
