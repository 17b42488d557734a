import { readFileSync } from 'node:fs';
import { act, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { signOut } from '@/session/sign-out';
import { GUESSABLE } from '@/session/sign-in';
import { PASSWORD, testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { holdRequests } from '@tests/support/hold-requests';
import { renderPage } from '@tests/support/render-page';

/** The client library logs a failed connection to the console. */
const quietConsole = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

let backend: TestBackend;
let confirmingBackend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
  confirmingBackend = await testBackend({ confirmations: true });
});
afterEach(() => sessionStorage.clear());
afterAll(async () => {
  await backend.close();
  await confirmingBackend.close();
});

test('the sign-in tab has the specified texts', async () => {
  const { screen } = await renderPage('/', { backend });
  expect(screen.getByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Sign In', selected: true })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Sign Up', selected: false })).toBeVisible();
  const email = screen.getByLabelText('Email');
  expect(email).toBeRequired();
  expect(email).toHaveAttribute('type', 'email');
  const password = screen.getByLabelText('Password');
  expect(password).toBeRequired();
  expect(password).toHaveAttribute('type', 'password');
  expect(password).not.toHaveAttribute('placeholder');
  expect(screen.getByRole('button', { name: 'Sign In' })).toHaveAttribute('type', 'submit');
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/forgot-password');
  expect(screen.getByText("Don't have an account?", { exact: false })).toHaveTextContent(
    "Don't have an account? Sign up",
  );
});

test('the switch link goes to the other tab and back, and keeps the typed address', async () => {
  const { screen, user } = await renderPage('/', { backend });
  await user.type(screen.getByLabelText('Email'), 'sam@example.test');
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  expect(screen.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible();
  expect(screen.getByPlaceholderText('Create a strong password')).toBeRequired();
  expect(screen.getByRole('button', { name: 'Sign Up' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).not.toBeInTheDocument();
  expect(screen.getByText('Already have an account?', { exact: false })).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('sam@example.test');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByRole('tab', { name: 'Sign In', selected: true })).toBeVisible();
});

test('an empty form is not sent', async () => {
  const { screen, user } = await renderPage('/', {
    backend: { fetch: () => Promise.reject(new Error('unexpected request')) },
  });
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(screen.getByRole('button', { name: 'Sign In' })).not.toHaveAttribute('aria-busy');
  expect(screen.getByLabelText('Email')).toBeInvalid();
});

test('the button is busy during the sign-in, and the right password signs in with a greeting', async () => {
  const person = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  const slow = holdRequests(backend, /\/auth\/v1\/token/);
  const { screen, user } = await renderPage('/', { backend: slow });
  await user.type(screen.getByLabelText('Email'), ` ${person.email}`);
  await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
  expect(await screen.findByRole('button', { name: 'Signing In...' })).toHaveAttribute('aria-busy', 'true');
  act(slow.release);
  expect(await screen.findByText('Welcome back!')).toBeVisible();
  expect(screen.getByText("You've been signed in successfully.")).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
});

test('a wrong password shows the server’s message', async () => {
  const person = await backend.user();
  const { screen, user } = await renderPage('/', { backend });
  await user.type(screen.getByLabelText('Email'), person.email);
  await user.type(screen.getByLabelText('Password'), 'wrong');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Sign in Failed')).toBeVisible();
  expect(screen.getByText('Invalid login credentials')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue(person.email);
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
  // The message at the field stays when the toast has gone, until the next press.
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('The email or the password is wrong.');
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Welcome back!')).toBeVisible();
});

test('a password is hidden until “Show password” is pressed, and the rule for a new one is beside its field', async () => {
  const { screen, user } = await renderPage('/', { backend });
  const password = () => screen.getByLabelText('Password');
  await user.type(password(), 'hedge row 7');
  expect(password()).toHaveAttribute('type', 'password');
  expect(password()).not.toHaveAccessibleDescription();
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password()).toHaveAttribute('type', 'text');
  expect(password()).toHaveValue('hedge row 7');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password()).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  const shortest = /^minimum_password_length = (\d+)$/m.exec(readFileSync('supabase/config.toml', 'utf8'))?.[1];
  expect(password()).toHaveAccessibleDescription(`At least ${shortest} characters.`);
});

test('the page says that something went wrong if there is no response', async () => {
  quietConsole();
  const { screen, user } = await renderPage('/', {
    backend: { fetch: () => Promise.reject(new TypeError('Failed to fetch')) },
  });
  await user.type(screen.getByLabelText('Email'), 'sam@example.test');
  await user.type(screen.getByLabelText('Password'), 'whatever 26');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Sign in Failed')).toBeVisible();
  expect(screen.getByText('Something went wrong')).toBeVisible();
});

test('signing up sends a mail whose link leads back here, and signs in on this device', async () => {
  const { screen, user, view } = await renderPage('/', { backend: confirmingBackend });
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  await user.type(screen.getByLabelText('Email'), 'new.farmer@example.test');
  await user.type(screen.getByLabelText('Password'), PASSWORD);
  const click = user.click(screen.getByRole('button', { name: 'Sign Up' }));
  expect(await screen.findByRole('button', { name: 'Creating Account...' })).toBeVisible();
  await click;
  expect(await screen.findByText('Account created!')).toBeVisible();
  expect(screen.getByText('Please check your email for a confirmation link.')).toBeVisible();
  await waitFor(() => expect(confirmingBackend.mails).toHaveLength(1));
  const link = /https?:\/\/[^\s"<]+/.exec(confirmingBackend.mails[0]?.text ?? '')?.[0] ?? '';
  const redirect = await confirmingBackend.fetch(link, { redirect: 'manual' });
  const target = new URL(redirect.headers.get('location') ?? '');
  expect(target.origin).toBe(window.location.origin);
  view.unmount();
  const opened = await renderPage(`/${target.hash}`, { backend: confirmingBackend });
  expect(window.location.hash).toBe('');
  await opened.user.type(await opened.screen.findByLabelText('Password'), `${PASSWORD}{Enter}`);
  expect(await opened.screen.findByRole('button', { name: 'new.farmer@example.test, Admin' })).toBeVisible();
});

test('a short password is refused with the server’s message', async () => {
  const { screen, user } = await renderPage('/', { backend });
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  await user.type(screen.getByLabelText('Email'), 'short@example.test');
  await user.type(screen.getByLabelText('Password'), 'a gate');
  await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  expect(await screen.findByText('Sign up Failed')).toBeVisible();
  expect(screen.getByText('Password should be at least 8 characters.')).toBeVisible();
  // One that is easy to guess is refused beside its field, and nothing is sent.
  const { length: mails } = backend.mails;
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), 'Liverpool2026!{Enter}');
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(expect.stringContaining(GUESSABLE)),
  );
  expect(screen.getByLabelText('Password')).toHaveValue('Liverpool2026!');
  expect(backend.mails).toHaveLength(mails);
  expect(await backend.sql(`select from auth.users where email = 'short@example.test'`)).toEqual([]);
});

test('Login / Register shows the sign-in tab with the focus in the address', async () => {
  const { screen, user } = await renderPage('/pricing', { backend });
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Login / Register' }));
  expect(await screen.findByLabelText('Email')).toHaveFocus();
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  await user.click(screen.getByRole('link', { name: 'Login / Register' }));
  expect(screen.getByRole('tab', { name: 'Sign In', selected: true })).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveFocus();
});

test('the footer has the specified links and the current year', async () => {
  const { screen } = await renderPage('/', { backend });
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Features', '/features'],
    ['About Us', '/about'],
    ['Pricing', '/pricing'],
    ['Contact Support', '/contact'],
    ['Privacy Policy', '/privacy-policy'],
    ['Terms & Conditions', '/terms-and-conditions'],
  ]);
  expect(footer.getByText(`© ${new Date().getFullYear()} Farm Diary`)).toBeVisible();
});

test('a sign-out that the server refuses shows the reason, and the person stays signed in', async () => {
  const person = await backend.user();
  const failing: TestBackend['fetch'] = (input, init) =>
    (input instanceof Request ? input.url : String(input)).includes('/logout')
      ? Promise.resolve(
          Response.json({ code: 'over_request_rate_limit', msg: 'Request rate limit reached' }, { status: 429 }),
        )
      : backend.fetch(input, init);
  const { screen } = await renderPage('/diary', { backend: { fetch: failing }, person });
  await screen.findByRole('heading', { name: 'Diary' });
  await act(() => signOut());
  expect(await screen.findByText('Sign out Failed')).toBeVisible();
  expect(screen.getByText('Request rate limit reached')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Diary' })).toBeVisible();
});

describe('an unconfirmed address', () => {
  const mailsTo = (email: string) => confirmingBackend.mails.filter(({ to }) => to === email);
  const signUpAs = (email: string) => confirmingBackend.anon().auth.signUp({ email, password: PASSWORD });

  test('is reported after signing up, and the mail can be requested again after a minute', async () => {
    const { screen, user } = await renderPage('/', { backend: confirmingBackend });
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    await user.type(screen.getByLabelText('Email'), 'slow.farmer@example.test');
    await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    const resendButton = await screen.findByRole('button', { name: 'Send it again' });
    expect(screen.getByRole('region', { name: 'Confirm your address' })).toHaveTextContent(
      'Follow the link in the mail to slow.farmer@example.test.',
    );
    // Only the mail is needed now, so the form is hidden until the user asks for it.
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
    expect(resendButton).toHaveAccessibleDescription(/^You can ask for another mail in \d+ s\.$/);
    const inAMinute = Date.now() + 61_000;
    vi.spyOn(Date, 'now').mockReturnValue(inAMinute);
    await confirmingBackend.sql(
      `update auth.users set confirmation_sent_at = now() - interval '1 minute' where email = 'slow.farmer@example.test'`,
    );
    await waitFor(() => expect(resendButton).toHaveAttribute('aria-disabled', 'false'));
    await user.click(resendButton);
    expect(await screen.findByText('Sent again.')).toBeVisible();
    expect(mailsTo('slow.farmer@example.test')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
    expect(screen.getByRole('tab', { name: 'Sign In', selected: true })).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('slow.farmer@example.test');
  });

  test('is reported at the sign-in, and the mail can be requested again at once', async () => {
    await signUpAs('waits@example.test');
    const { screen, user } = await renderPage('/', { backend: confirmingBackend });
    await user.type(screen.getByLabelText('Email'), 'waits@example.test');
    await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await screen.findByText('Email not confirmed')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Send it again' })).toHaveAttribute('aria-disabled', 'false');
  });

  test('an address without an account gets the same messages as one with an account (A50)', async () => {
    await signUpAs('known@example.test');
    await confirmingBackend.sql(`update auth.users set email_confirmed_at = now() where email = 'known@example.test'`);
    const texts: string[] = [];
    for (const email of ['known@example.test', 'brand.new@example.test']) {
      const { screen, user, view } = await renderPage('/', { backend: confirmingBackend });
      await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
      await user.type(screen.getByLabelText('Email'), email);
      await user.type(screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
      expect(await screen.findByText('Account created!')).toBeVisible();
      const panel = await screen.findByRole('region', { name: 'Confirm your address' });
      texts.push(panel.textContent.replaceAll(email, 'ADDRESS').replaceAll(/\d+ s\./g, 'N s.'));
      // A toast stays for a while, also on the next page.
      await user.click(screen.getByRole('button', { name: 'Close' }));
      view.unmount();
    }
    expect(texts[0]).toBe(texts[1]);
  });
});
