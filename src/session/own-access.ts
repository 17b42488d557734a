// One's own way in: a forgotten password, another password, another address. Loaded with the pages that offer it.
import { mutationOptions } from '@tanstack/react-query';
import { backendConfig } from '@/lib/env';
import { backWithInvite } from './invitation';
import { rememberMailAsked } from './kept-session';
import { client } from './session-store';
import { sentence } from './sign-in';
import { isSilence } from './silence';

/** Why a change was refused, in words, and the field that the words are about. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly field: 'current' | 'next' | null;
  constructor(message: string, field: 'current' | 'next' | null = null) {
    super(message);
    this.field = field;
  }
}

const codeOf = (error: Error): unknown => Reflect.get(error, 'code');

/** The refusal behind an error of the auth service; `field` is what its words are about unless they name another. */
export function refusalOf(error: Error, field: 'next' | null = null): Refusal {
  const code = codeOf(error);
  if (code === 'email_exists') return new Refusal('That email is already in use.', 'next');
  if (code === 'current_password_required' || code === 'current_password_invalid' || code === 'invalid_credentials')
    return new Refusal('That is not your current password.', 'current');
  return new Refusal(sentence(error), isSilence(error) ? null : field);
}

type Asked = { kind: 'sent' } | { kind: 'failed'; message: string };

/** A second mail within the minute is refused for addresses that have an account only: told, it would tell so. */
const TOO_SOON = 'over_email_send_rate_limit';

async function askForMail(email: string, act: () => Promise<{ error: Error | null }>): Promise<Asked> {
  try {
    const { error } = await act();
    if (error && codeOf(error) !== TOO_SOON) return { kind: 'failed', message: sentence(error) };
    rememberMailAsked(email);
    return { kind: 'sent' };
  } catch (error) {
    return { kind: 'failed', message: sentence(error) };
  }
}

/** Asks for the mail with which a forgotten password is replaced. The answer is the same whoever has an account. */
export const askForNewPassword = (email: string) =>
  askForMail(email, async () =>
    (await client()).auth.resetPasswordForEmail(email, { redirectTo: `${window.location.origin}/update-password` }),
  );

/** Asks for the mail that confirms a new account once more. The answer is the same whoever waits for one. */
export const askForConfirmation = (email: string) =>
  askForMail(email, async () =>
    (await client()).auth.resend({ type: 'signup', email, options: { emailRedirectTo: backWithInvite() } }),
  );

/**
 * Asks the server whether this is the person's password, beside the session that is open here: the session that the
 * question opens is closed again, and the one that is open stays what it is. Throws a Refusal where it is not.
 */
export async function confirmPassword(email: string, password: string): Promise<void> {
  const config = await backendConfig();
  if (!config) throw new Refusal('Something went wrong');
  const ask = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${config.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: config.key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const response = await ask('token?grant_type=password', { email, password }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  const said = (name: string): unknown =>
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
  const token = said('access_token');
  if (typeof token === 'string') {
    ask('logout?scope=local', {}, { authorization: `Bearer ${token}` }).catch(() => undefined);
    return;
  }
  if ((said('error_code') ?? said('code')) === 'invalid_credentials')
    throw new Refusal('That is not your current password.', 'current');
  const message = said('msg') ?? said('message');
  throw new Refusal(typeof message === 'string' ? message : 'Something went wrong');
}

const OTHERS_OUT = { title: 'Password changed', description: 'Other devices are signed out.' };
const OTHERS_NOT_TOLD = {
  title: 'Password changed',
  description: 'Other devices could not be signed out. Change it once more with better signal.',
};

/** Ends every other session; the answer is what there is to say. */
async function endOthers() {
  const { error } = await (await client()).auth.signOut({ scope: 'others' });
  return error ? OTHERS_NOT_TOLD : OTHERS_OUT;
}

/**
 * After a link in a mail: signs in with the password, since the session of the link may do nothing, and ends every other
 * session, that of somebody who signed up with this address before included. Throws a Refusal.
 */
export async function signInByPassword(email: string, password: string) {
  const { error } = await (await client()).auth.signInWithPassword({ email, password });
  if (error) throw refusalOf(error);
  await endOthers();
  return { title: 'Welcome!', description: "You've been signed in successfully." };
}

/** After a link in a mail, which stands for the old password: sets a new one and signs in with it. Throws a Refusal. */
export async function setNewPassword(email: string, password: string) {
  const { auth } = await client();
  const { error } = await auth.updateUser({ password });
  // Repeated after an answer that was lost, or chosen again: it is the person's password already.
  if (error && codeOf(error) !== 'same_password') throw refusalOf(error, 'next');
  const signedIn = await auth.signInWithPassword({ email, password });
  if (signedIn.error) throw new Refusal('Your password is saved, but you could not be signed in with it. Try again.');
  return endOthers();
}

/** `current` is asked again: a session that was left open must not be enough. Fails with a Refusal. */
export const changePassword = mutationOptions({
  mutationKey: ['password', 'change'],
  mutationFn: async ({ email, current, next }: { email: string; current: string; next: string }) => {
    await confirmPassword(email, current);
    const { error } = await (await client()).auth.updateUser({ password: next, current_password: current });
    if (error) throw refusalOf(error, 'next');
    return endOthers();
  },
  meta: { saved: (answer: typeof OTHERS_OUT) => answer },
});

/** Sends the links with which the address changes, to the old one and to the new one. Fails with a Refusal. */
export const changeEmail = mutationOptions({
  mutationKey: ['email', 'change'],
  mutationFn: async ({ email, current, next }: { email: string; current: string; next: string }) => {
    await confirmPassword(email, current);
    const { auth } = await client();
    const { error } = await auth.updateUser({ email: next }, { emailRedirectTo: window.location.origin });
    if (error) throw refusalOf(error, 'next');
    rememberMailAsked(next);
    return { next };
  },
  meta: { saved: { title: 'Check your email', description: 'We sent a link to your old and to your new address.' } },
});
