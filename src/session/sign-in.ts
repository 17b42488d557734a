// Signing in, up and out, and what is said of it.
import { toast } from '@/lib/toast';
import { rememberMailAsked } from './kept-session';
import { client, currentSession } from './session-store';

export type Credentials = { email: string; password: string };

/** The server's sentence; what a browser says of a connection that failed is no sentence of the server. */
function sentence(error: unknown): string {
  const unanswered = error instanceof Error && (error.name === 'AuthRetryableFetchError' || error instanceof TypeError);
  return error instanceof Error && error.message && !unanswered ? error.message : 'Something went wrong';
}

async function attempt(failed: string, act: () => Promise<{ error: Error | null }>): Promise<boolean> {
  try {
    const { error } = await act();
    if (error) throw error;
    return true;
  } catch (error) {
    // The page itself says that the app is not configured.
    if (currentSession().kind !== 'notConfigured') {
      toast({ tone: 'error', title: failed, description: sentence(error) });
    }
    return false;
  }
}

/** Signs in with a password. True when it worked; otherwise the reason has been shown. */
export async function signIn(credentials: Credentials): Promise<boolean> {
  const done = await attempt('Sign in Failed', async () => (await client()).auth.signInWithPassword(credentials));
  if (done) toast({ tone: 'ok', title: 'Welcome back!', description: "You've been signed in successfully." });
  return done;
}

/** Signs up; the link in the mail leads back to this origin. True when the mail is on its way. */
export async function signUp(credentials: Credentials): Promise<boolean> {
  const done = await attempt('Sign up Failed', async () =>
    (await client()).auth.signUp({ ...credentials, options: { emailRedirectTo: window.location.origin } }),
  );
  if (!done) return false;
  rememberMailAsked(credentials.email);
  toast({ tone: 'ok', title: 'Account created!', description: 'Please check your email for a confirmation link.' });
  return true;
}

/** Signs out on this device; other devices of the person stay signed in. */
export async function signOut(): Promise<boolean> {
  return attempt('Sign out Failed', async () => (await client()).auth.signOut({ scope: 'local' }));
}
