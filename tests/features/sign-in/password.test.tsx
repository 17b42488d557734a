// A forgotten password: requesting the mail, resetting the password, and the limits of the link in the mail.
import { act, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { rememberMailRequest } from '@/session/stored-session';
import { currentSession } from '@/session/session-store';
import { GUESSABLE } from '@/session/sign-in';
import { PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { FULL } from '@tests/support/full';
import { linkIn, spentByGet } from '@tests/support/embedded/mail-links';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { connect } from '@tests/support/test-network';

const NEW_PASSWORD = 'a quite different one 27';

let backend: TestBackend;
let alex: Person;
let driver: Person;
let lapsed: Person;
let lapsedDriver: Person;
let removed: Person;
beforeAll(async () => {
  backend = await testBackend();
  alex = await backend.user({ firstName: 'Alex', lastName: 'Hill', email: 'alex@example.test' });
  driver = await backend.employeeOf(alex);
  lapsed = await backend.user({ email: 'lapsed@example.test' });
  lapsedDriver = await backend.employeeOf(lapsed);
  await backend.lapse(lapsed);
  removed = await backend.employeeOf(alex);
  await backend.sql('update public.profiles set admin_id = null where id = $1', [removed.id]);
});
afterEach(() => sessionStorage.clear());
afterAll(() => backend.close());

const mailsTo = (email: string) => backend.mails.filter(({ to }) => to === email);
const skipMinute = (email: string) =>
  backend.sql(`update auth.users set recovery_sent_at = now() - interval '1 minute' where email = $1`, [email]);

/** Requests a new password as the page does; returns the path of the link in the mail. */
async function recoveryLink(email: string): Promise<string> {
  await skipMinute(email);
  await backend.anon().auth.resetPasswordForEmail(email, { redirectTo: `${window.location.origin}/update-password` });
  const { pathname, hash } = linkIn(mailsTo(email).at(-1)?.text);
  return pathname + hash;
}

const openLink = (link: string) => renderPage(link, { backend });
const press = async ({ user, screen }: Awaited<ReturnType<typeof openLink>>, name = 'Continue') =>
  user.click(await screen.findByRole('button', { name }));

/** Opens the page of a link, and presses the button that spends it. */
async function followLink(link: string) {
  const page = await openLink(link);
  await press(page);
  return page;
}

describe('requesting a new password (A50)', () => {
  const requestMail = async (email: string) => {
    const page = await renderPage('/forgot-password', { backend });
    await page.user.type(await page.screen.findByLabelText('Email'), email);
    await page.user.click(page.screen.getByRole('button', { name: 'Send the link' }));
    await page.screen.findByRole('heading', { name: 'Check your email' });
    return page;
  };

  test('a request looks the same whether or not the address has an account, also if repeated too often', async () => {
    const texts: string[] = [];
    for (const email of ['alex@example.test', 'alex@example.test', 'nobody@example.test']) {
      localStorage.clear();
      const { screen, view } = await requestMail(email);
      texts.push(
        screen
          .getByRole('main')
          .textContent.replaceAll(email, 'ADDRESS')
          .replaceAll(/\d+ s\./g, 'N s.'),
      );
      view.unmount();
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('If ADDRESS has an account, a mail is on its way to it.');
    expect(mailsTo('alex@example.test')).toHaveLength(1);
    expect(mailsTo('nobody@example.test')).toEqual([]);
  });

  test('the page shows how long until the next mail, and sends it then', async () => {
    await skipMinute('alex@example.test');
    const { screen, user } = await requestMail('alex@example.test');
    const before = mailsTo('alex@example.test').length;
    const resendButton = screen.getByRole('button', { name: 'Send it again' });
    expect(resendButton).toHaveAttribute('aria-disabled', 'true');
    expect(resendButton).toHaveAccessibleDescription(/^You can ask for another mail in \d+ s\.$/);
    await user.click(resendButton);
    expect(mailsTo('alex@example.test')).toHaveLength(before);
    const inAMinute = Date.now() + 61_000;
    vi.spyOn(Date, 'now').mockReturnValue(inAMinute);
    await skipMinute('alex@example.test');
    await waitFor(() => expect(resendButton).toHaveAttribute('aria-disabled', 'false'));
    await user.click(resendButton);
    expect(await screen.findByText('Sent again.')).toBeVisible();
    expect(mailsTo('alex@example.test')).toHaveLength(before + 1);
  });

  test('the request can be repeated with another address', async () => {
    const { screen, user } = await requestMail('typo@example.test');
    await user.click(screen.getByRole('button', { name: 'Use another address' }));
    expect(screen.getByLabelText('Email')).toHaveValue('typo@example.test');
  });

  test('without a response the page says that something went wrong, and not that a mail was sent', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { screen, user } = await renderPage('/forgot-password', {
      backend: { fetch: () => Promise.reject(new TypeError('Failed to fetch')) },
    });
    await user.type(await screen.findByLabelText('Email'), 'alex@example.test');
    await user.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByText('Something went wrong')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Check your email' })).not.toBeInTheDocument();
  });
});

describe('the link in the mail', () => {
  test.each([
    ['an active account holder', () => alex],
    ['an active employee', () => driver],
    ['a lapsed account holder', () => lapsed],
    ['an employee of a lapsed account', () => lapsedDriver],
    ['an employee without an account holder', () => removed],
  ])('opens the page for %s, and no other page can be reached', async (_, person) => {
    rememberMailRequest(person().email);
    const { screen, address } = await followLink(await recoveryLink(person().email));
    expect(window.location.hash).toBe('');
    expect(await screen.findByLabelText('New password')).toBeVisible();
    for (const path of ['/', '/works-list', '/account', '/forgot-password']) {
      navigate(path);
      await waitFor(() => expect(address()).toBe('/update-password'));
      expect(await screen.findByRole('heading', { level: 1, name: 'Set a new password' })).toBeInTheDocument();
    }
  });

  test('sets a password that is typed twice, and signs in', async () => {
    const kit = await backend.user({ firstName: 'Kit', lastName: 'Moor', email: 'kit@example.test' });
    rememberMailRequest(kit.email);
    const { screen, user, address } = await followLink(await recoveryLink(kit.email));
    await user.type(await screen.findByLabelText('New password'), NEW_PASSWORD);
    await user.type(screen.getByLabelText('New password again'), 'something else');
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    expect(screen.getByText("Passwords don't match.")).toBeVisible();
    await user.clear(screen.getByLabelText('New password again'));
    await user.type(screen.getByLabelText('New password again'), NEW_PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Kit Moor, Admin' })).toBeVisible();
    expect(address()).toBe('/noticeboard');
    // The session from before the mail has ended.
    expect((await kit.auth.getUser()).error).not.toBeNull();
  });

  test('shows the server’s message about a weak password, beside it', async () => {
    rememberMailRequest(lapsed.email);
    const { screen, user } = await followLink(await recoveryLink(lapsed.email));
    for (const label of ['New password', 'New password again'])
      await user.type(await screen.findByLabelText(label), 'short');
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    expect(await screen.findByText('Password should be at least 8 characters.')).toBeVisible();
    expect(screen.getByLabelText('New password')).toBeInvalid();
    for (const label of ['New password', 'New password again']) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), 'lapsed2026');
    }
    await user.click(screen.getByRole('button', { name: 'Save the new password' }));
    // A part of the address.
    expect(await screen.findByText(GUESSABLE)).toBeVisible();
    expect(screen.getByLabelText('New password')).toBeInvalid();
    expect(currentSession().kind).toBe('recovery');
  });

  test('allows signing out instead, and the old password still works', async () => {
    rememberMailRequest(lapsed.email);
    const { screen, user } = await followLink(await recoveryLink(lapsed.email));
    await user.click(await screen.findByRole('button', { name: 'Keep the old one and sign out' }));
    expect(await screen.findByText('This page opens from the link in our mail.', { exact: false })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Send me a link' })).toHaveAttribute('href', '/forgot-password');
    const { error } = await backend.anon().auth.signInWithPassword({ email: lapsed.email, password: PASSWORD });
    expect(error).toBeNull();
  });

  test('is spent by the button, not by opening it; another press says that it was used (A56)', async () => {
    rememberMailRequest(lapsed.email);
    const link = await recoveryLink(lapsed.email);
    const scanned = await openLink(link);
    expect(await scanned.screen.findByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible();
    expect(window.location.href).toBe(`${window.location.origin}/update-password`);
    await press(scanned, 'Not now');
    expect(await scanned.screen.findByRole('link', { name: 'Send me a link' })).toBeVisible();
    scanned.view.unmount();

    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const page = await openLink(link);
    connect(() => Promise.reject(new TypeError('Failed to fetch')));
    await press(page);
    expect(
      await page.screen.findByText('The server did not answer. Check your signal, then press again.'),
    ).toBeVisible();
    connect(backend.fetch);
    await press(page);
    expect(await page.screen.findByLabelText('New password')).toBeVisible();
    await press(page, 'Keep the old one and sign out');
    await page.screen.findByRole('link', { name: 'Send me a link' });
    page.view.unmount();

    const { screen } = await followLink(link);
    expect(await screen.findByText('This link was used before, or it is too old. Ask for a new one.')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Send me a link' })).toBeVisible();
  });

  test('in a mail from before is spent by opening it, and still sets a password', async () => {
    rememberMailRequest(lapsed.email);
    const { href } = spentByGet(new URL(await recoveryLink(lapsed.email), window.location.origin));
    const target = new URL((await backend.fetch(href, { redirect: 'manual' })).headers.get('location') ?? '');
    const { screen } = await openLink(target.pathname + target.hash);
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });

  test('for a new address is followed in the session that is open, also if it is the first of two', async () => {
    const lee = await backend.user({ firstName: 'Lee', lastName: 'Fell', email: 'lee@example.test' });
    await lee.auth.updateUser({ email: 'lee.new@example.test' });
    for (const to of ['lee@example.test', 'lee.new@example.test']) {
      const { pathname, hash } = linkIn(mailsTo(to).at(-1)?.text);
      const page = await renderPage(pathname + hash, { backend, person: lee });
      await press(page, 'Yes, change my address');
      if (to === 'lee@example.test')
        expect(await page.screen.findByText('Now follow the link in the mail to your other address.')).toBeVisible();
      expect(await page.screen.findByRole('button', { name: 'Lee Fell, Admin' })).toBeVisible();
      page.view.unmount();
    }
    expect(currentSession()).toMatchObject({ kind: 'signedIn', email: 'lee.new@example.test' });
  });

  test('a link that was used before is reported in the app’s words, not in those of the URL (A56)', async () => {
    const { screen } = await renderPage(
      '/update-password#error=access_denied&error_code=otp_expired&error_description=Call+0900+123+at+once',
      { backend },
    );
    expect(await screen.findByText('This link was used before, or it is too old. Ask for a new one.')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Send me a link' })).toBeVisible();
    expect(document.body).not.toHaveTextContent('0900');
    expect(window.location.hash).toBe('');
  });

  test('the link opened in another browser asks for a confirmation first (A56)', async () => {
    const { screen, user } = await followLink(await recoveryLink(lapsed.email));
    expect(await screen.findByRole('heading', { name: 'Continue as lapsed@example.test?' })).toBeVisible();
    expect(localStorage.getItem('sb-localhost-auth-token')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });
});

describe('a URL that tries to redirect elsewhere (A54)', () => {
  const EVIL = ['next=//evil.example', 'redirect=data:text/html,x', 'redirect_to=https://evil.example'];
  // A full run tries each alone.
  test.each(FULL ? [...EVIL, 'next=javascript:alert(1)'] : [EVIL.join('&')])('%s redirects nowhere', async (query) => {
    const { screen, user } = await renderPage(`/?${query}`, { backend });
    await user.type(screen.getByLabelText('Email'), alex.email);
    await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
    expect(window.location.origin).toBe('http://localhost:3000');
    expect(window.location.pathname).toBe('/');
    act(() => localStorage.clear());
  });
});
