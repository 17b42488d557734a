import { act, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { dismissToast, toastStore } from '@/lib/toast';
import { rememberMailRequest } from '@/session/stored-session';
import { currentSession } from '@/session/session-store';
import { PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { storeSession, renderPage } from '@tests/support/render-page';
import { verifyToken } from '../../../supabase/local/auth/tokens';

let backend: TestBackend;
let alex: Person;
let sam: Person;
beforeAll(async () => {
  backend = await testBackend();
  alex = await backend.user({ firstName: 'Alex', lastName: 'Hill', email: 'alex@example.test' });
  sam = await backend.user({ firstName: 'Sam', lastName: 'Dale', email: 'sam@example.test' });
});
afterEach(() => {
  sessionStorage.clear();
  // Clear the toast of the previous test.
  const toast = toastStore.get();
  if (toast) act(() => dismissToast(toast.id));
});
afterAll(() => backend.close());

const quietConsole = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

/** The hash that the auth service puts into the URL: a session opened without a password. */
async function linkFor(person: Person, type: string) {
  const { auth } = backend.anon();
  const { data: before } = await auth.signInWithPassword({ email: person.email, password: PASSWORD });
  const { session_id } = verifyToken(before.session?.access_token ?? '', backend.keys.jwtSecret) ?? {};
  await backend.sql(`update auth.sessions set tag = 'otp' where id = $1`, [session_id]);
  const { data } = await auth.refreshSession();
  const { access_token = '', refresh_token = '' } = data.session ?? {};
  return `#access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&token_type=bearer&type=${type}`;
}

test('being signed out is known without a request', async () => {
  const fetch = vi.fn(() => Promise.reject(new Error('unexpected request')));
  const { screen } = await renderPage('/', { backend: { fetch } });
  expect(screen.getByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  expect(currentSession()).toEqual({ kind: 'signedOut' });
  expect(fetch).not.toHaveBeenCalled();
});

test('a session survives a reload', async () => {
  const first = await renderPage('/diary', { backend, person: alex });
  await first.screen.findByRole('heading', { name: 'Diary' });
  first.view.unmount();
  const { screen, address } = await renderPage('/diary', { backend });
  expect(await screen.findByRole('heading', { name: 'Diary' })).toBeVisible();
  expect(address()).toBe('/diary');
});

test('the page says that the account is loading', async () => {
  const { screen } = await renderPage('/diary', {
    backend: { fetch: () => new Promise(() => undefined) },
    person: alex,
  });
  expect(screen.getByText('Loading your AgriFlow Diary...')).toBeVisible();
});

test('a session of another project is ignored', async () => {
  const { data } = await alex.auth.getSession();
  localStorage.setItem('sb-elsewhere-auth-token', JSON.stringify(data.session));
  const { screen } = await renderPage('/diary', { backend });
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
});

test('an unreadable session is dropped', async () => {
  localStorage.setItem('sb-localhost-auth-token', '{not json');
  quietConsole();
  const { screen } = await renderPage('/diary', { backend });
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
});

test('signing in in another tab signs in here', async () => {
  const { screen } = await renderPage('/', { backend });
  await storeSession(alex);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'sb-localhost-auth-token' })));
  expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
});

describe('a link with a session in it (A55)', () => {
  test('asks only for the password if the mail was requested here, gives no access before, also after closing the browser, and its hash leaves the URL at once', async () => {
    rememberMailRequest('Sam@Example.test');
    const first = await renderPage(`/${await linkFor(sam, 'signup')}`, { backend });
    expect(window.location.hash).toBe('');
    expect(await first.screen.findByRole('heading', { level: 1, name: 'Type your password' })).toBeVisible();
    first.view.unmount();
    sessionStorage.clear();
    const { screen, user, address } = await renderPage('/works-list', { backend });
    expect(await screen.findByLabelText('Password')).toBeVisible();
    expect(address()).toBe('/update-password');
    const other = backend.anon();
    await other.auth.signInWithPassword({ email: sam.email, password: PASSWORD });
    await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await screen.findByRole('button', { name: 'Sam Dale, Admin' })).toBeVisible();
    expect(address()).toBe('/noticeboard');
    // Every other session has ended.
    await waitFor(async () => expect((await other.auth.getUser()).error).not.toBeNull());
  });

  test('offers to set a new password if another person created the account; the old password stops working', async () => {
    const kit = await backend.user({ firstName: 'Kit', lastName: 'Moor', email: 'kit@example.test' });
    rememberMailRequest(kit.email);
    const { screen, user } = await renderPage(`/${await linkFor(kit, 'signup')}`, { backend });
    await user.type(await screen.findByLabelText('Password'), 'what kit typed 1{Enter}');
    expect(await screen.findByText('That is not the password of this account.', { exact: false })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set a new password' }));
    for (const label of ['New password', 'New password again'])
      await user.type(screen.getByLabelText(label), 'what kit typed 1');
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    expect(await screen.findByRole('button', { name: 'Kit Moor, Admin' })).toBeVisible();
    const attempt = await backend.anon().auth.signInWithPassword({ email: kit.email, password: PASSWORD });
    expect(attempt.error?.code).toBe('invalid_credentials');
  });

  test('ends every other session if the new password is the one that the account has already', async () => {
    const kay = await backend.user({ firstName: 'Kay', lastName: 'Reed', email: 'kay@example.test' });
    rememberMailRequest(kay.email);
    const { screen, user } = await renderPage(`/${await linkFor(kay, 'recovery')}`, { backend });
    const fields = [await screen.findByLabelText('New password'), screen.getByLabelText('New password again')];
    const other = backend.anon();
    await other.auth.signInWithPassword({ email: kay.email, password: PASSWORD });
    for (const field of fields) await user.type(field, PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    expect(await screen.findByRole('button', { name: 'Kay Reed, Admin' })).toBeVisible();
    await waitFor(async () => expect((await other.auth.getUser()).error).not.toBeNull());
  });

  test('a link that changes an address keeps the session open here, and updates its address', async () => {
    const lee = await backend.user({ firstName: 'Lee', lastName: 'Fell', email: 'lee@example.test' });
    const link = await linkFor(lee, 'email_change');
    await backend.sql(`update auth.users set email = 'lee.new@example.test' where id = $1`, [lee.id]);
    const { screen } = await renderPage(`/account${link}`, { backend, person: lee });
    expect(await screen.findByRole('button', { name: 'Lee Fell, Admin' })).toBeVisible();
    expect(currentSession()).toMatchObject({ kind: 'signedIn', email: 'lee.new@example.test' });
  });

  test('asks for confirmation if no mail was requested here', async () => {
    const { screen, user } = await renderPage(`/${await linkFor(sam, 'signup')}`, { backend });
    expect(window.location.hash).toBe('');
    expect(await screen.findByRole('heading', { name: 'Continue as sam@example.test?' })).toBeVisible();
    expect(localStorage.getItem('sb-localhost-auth-token')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Do not sign in' }));
    expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  });

  test('names both people if another person is signed in, and lets that person stay signed in', async () => {
    const { screen, user } = await renderPage(`/${await linkFor(sam, 'magiclink')}`, { backend, person: alex });
    expect(await screen.findByRole('heading', { name: 'Continue as sam@example.test?' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stay signed in as alex@example.test' }));
    expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
  });

  test('switches to the other person after a confirmation', async () => {
    const { screen, user } = await renderPage(`/${await linkFor(sam, 'magiclink')}`, { backend, person: alex });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await user.type(await screen.findByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await screen.findByRole('button', { name: 'Sam Dale, Admin' })).toBeVisible();
  });

  /** A link that needs no key: an expired token in the name of the person, with a refresh token of the attacker. */
  async function forgedLink(person: Person, attacker: Person) {
    const { data } = await attacker.auth.getSession();
    const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
    const claims = { sub: person.id, email: person.email, role: 'authenticated', exp: 1 };
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${'A'.repeat(43)}`;
    return `#access_token=${token}&refresh_token=${data.session?.refresh_token}&expires_in=3600&type=signup`;
  }

  test('a link with a forged name in it signs no one into the attacker’s account', async () => {
    quietConsole();
    rememberMailRequest('alex@example.test');
    const { screen } = await renderPage(`/${await forgedLink(alex, sam)}`, { backend });
    expect(await screen.findByText('Sign in Failed')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
    expect(localStorage.getItem('sb-localhost-auth-token')).toBeNull();
  });

  test('a link with a forged name in it changes nothing for the signed-in person', async () => {
    quietConsole();
    const { screen } = await renderPage(`/${await forgedLink(alex, sam)}`, { backend, person: alex });
    expect(await screen.findByText('Sign in Failed')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
  });

  test.each(['', 'sso', 'oauth'])('a link with the type "%s" is ignored', async (type) => {
    const { screen } = await renderPage(`/${await linkFor(sam, type)}`, { backend });
    expect(window.location.hash).toBe('');
    expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
    expect(localStorage.getItem('sb-localhost-auth-token')).toBeNull();
    expect(currentSession()).toEqual({ kind: 'signedOut' });
  });

  test('a link to reset a password leads only to that page, also after a reload', async () => {
    rememberMailRequest('sam@example.test');
    const first = await renderPage(`/${await linkFor(sam, 'recovery')}`, { backend });
    expect(await first.screen.findByLabelText('New password')).toBeVisible();
    expect(first.address()).toBe('/update-password');
    first.view.unmount();
    const { screen, address } = await renderPage('/works-list', { backend });
    expect(await screen.findByLabelText('New password')).toBeVisible();
    expect(address()).toBe('/update-password');
  });

  test('a link that has expired shows the app’s message, not that of the URL', async () => {
    const hash = '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';
    const { screen } = await renderPage(`/${hash}`, { backend });
    expect(await screen.findByText('This link was used before, or it is too old. Ask for a new one.')).toBeVisible();
    expect(screen.getByText('Sign in Failed')).toBeVisible();
    expect(window.location.hash).toBe('');
  });

  test('a link with a token that the server did not issue signs no one in', async () => {
    rememberMailRequest('sam@example.test');
    const link = (await linkFor(sam, 'signup')).replace(/\.[\w-]+&/, '.forged&');
    const { screen } = await renderPage(`/${link}`, { backend });
    expect(await screen.findByText('Sign in Failed')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  });
});
