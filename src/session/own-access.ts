// Managing one's own sign-in: a forgotten password, a new password, a new address. Loaded with the pages that offer it.
import { mutationOptions } from '@tanstack/react-query';
import { refuseInDemo } from '@/lib/demo';
import { postToAuth } from './auth-service';
import { connectionFailed } from './connection-failed';
import { inviteRedirectUrl } from './invitation';
import { rememberMailRequest } from './stored-session';
import { client } from './session-store';
import { GUESSABLE, isGuessable, serverMessage } from './sign-in';

/**
 * Why a change was refused, as a message, and the field that it is about. 'current': the current password. 'next': the
 * new password, the new address or a code.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly field: 'current' | 'next' | null;
  constructor(message: string, field: 'current' | 'next' | null = null) {
    super(message);
    this.field = field;
  }
}

const codeOf = (error: Error): unknown => Reflect.get(error, 'code');

/** Converts an error of the auth service; `field` is what it is about unless the error names another field. */
export function refusalOf(error: Error, field: 'next' | null = null): Refusal {
  const code = codeOf(error);
  if (code === 'email_exists') return new Refusal('That email is already in use.', 'next');
  if (code === 'current_password_required' || code === 'current_password_invalid' || code === 'invalid_credentials')
    return new Refusal('That is not your current password.', 'current');
  return new Refusal(serverMessage(error), connectionFailed(error) ? null : field);
}

type MailRequestResult = { kind: 'sent' } | { kind: 'failed'; message: string };

/** A second mail within a minute is refused only for addresses that have an account; reporting it would reveal that. */
const TOO_SOON = 'over_email_send_rate_limit';

async function requestMail(email: string, request: () => Promise<{ error: Error | null }>): Promise<MailRequestResult> {
  try {
    const { error } = await request();
    if (error && codeOf(error) !== TOO_SOON) return { kind: 'failed', message: serverMessage(error) };
    rememberMailRequest(email);
    return { kind: 'sent' };
  } catch (error) {
    return { kind: 'failed', message: serverMessage(error) };
  }
}

/** Requests the mail to reset a forgotten password. The result does not reveal whether there is an account. */
export const requestPasswordMail = (email: string) =>
  requestMail(email, async () =>
    (await client()).auth.resetPasswordForEmail(email, { redirectTo: `${window.location.origin}/update-password` }),
  );

/** Requests the confirmation mail of a new account again. The result does not reveal whether one is pending. */
export const requestConfirmationMail = (email: string) =>
  requestMail(email, async () =>
    (await client()).auth.resend({ type: 'signup', email, options: { emailRedirectTo: inviteRedirectUrl() } }),
  );

/**
 * Asks the server whether this is the user's password, without touching the open session: the session that this opens
 * is closed again. Throws a Refusal if the password is wrong.
 */
export async function confirmPassword(email: string, password: string): Promise<void> {
  const { read } = await postToAuth('token?grant_type=password', { email, password });
  const token = read('access_token');
  if (token !== null) {
    void postToAuth('logout?scope=local', {}, { authorization: `Bearer ${token}` });
    return;
  }
  if ((read('error_code') ?? read('code')) === 'invalid_credentials')
    throw new Refusal('That is not your current password.', 'current');
  throw new Refusal(read('msg') ?? read('message') ?? 'Something went wrong');
}

const OTHERS_SIGNED_OUT = { title: 'Password changed', description: 'Other devices are signed out.' };
const OTHERS_STILL_SIGNED_IN = {
  title: 'Password changed',
  description: 'Other devices could not be signed out. Change it once more with better signal.',
};

/** Throws a Refusal if a new password is easy to guess. */
async function refuseGuessable(password: string, email: string) {
  if (await isGuessable(password, email)) throw new Refusal(GUESSABLE, 'next');
}

/** Ends every other session; returns the message to show. */
async function endOtherSessions() {
  const { error } = await (await client()).auth.signOut({ scope: 'others' });
  return error ? OTHERS_STILL_SIGNED_IN : OTHERS_SIGNED_OUT;
}

/**
 * After a mail link: signs in with the password, since the link's session has no access, and ends every other session,
 * including one of somebody who signed up with this address before. Throws a Refusal.
 */
export async function signInByPassword(email: string, password: string) {
  const { error } = await (await client()).auth.signInWithPassword({ email, password });
  if (error) throw refusalOf(error);
  await endOtherSessions();
  return { title: 'Welcome!', description: "You've been signed in successfully." };
}

/** After a mail link, which replaces the old password: sets a new one and signs in with it. Throws a Refusal. */
export async function setNewPassword(email: string, password: string) {
  await refuseGuessable(password, email);
  const { auth } = await client();
  const { error } = await auth.updateUser({ password });
  // A retry after a lost response, or the same password chosen again: it is set already.
  if (error && codeOf(error) !== 'same_password') throw refusalOf(error, 'next');
  const signedIn = await auth.signInWithPassword({ email, password });
  if (signedIn.error) throw new Refusal('Your password is saved, but you could not be signed in with it. Try again.');
  return endOtherSessions();
}

/** Verifies the current password again, because an open session must not be enough. Fails with a Refusal. */
export const changePassword = mutationOptions({
  mutationKey: ['password', 'change'],
  mutationFn: async ({ email, current, next }: { email: string; current: string; next: string }) => {
    refuseInDemo();
    await refuseGuessable(next, email);
    await confirmPassword(email, current);
    const { error } = await (await client()).auth.updateUser({ password: next, current_password: current });
    if (error) throw refusalOf(error, 'next');
    return endOtherSessions();
  },
  meta: { saved: (answer: typeof OTHERS_SIGNED_OUT) => answer },
});

/** Sends the links that confirm a new address, one to the old address and one to the new. Fails with a Refusal. */
export const changeEmail = mutationOptions({
  mutationKey: ['email', 'change'],
  mutationFn: async ({ email, current, next }: { email: string; current: string; next: string }) => {
    refuseInDemo();
    await confirmPassword(email, current);
    const { auth } = await client();
    const { error } = await auth.updateUser({ email: next }, { emailRedirectTo: window.location.origin });
    if (error) throw refusalOf(error, 'next');
    rememberMailRequest(next);
    return { next };
  },
  meta: { saved: { title: 'Check your email', description: 'We sent a link to your old and to your new address.' } },
});
