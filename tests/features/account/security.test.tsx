// Changing address, password and two-step verification in the account: each requires the current password.
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SecurityCard } from '@/features/account/security-card';
import { createQueryClient } from '@/lib/query-client';
import { startSession } from '@/session/session-store';
import { LazyToaster } from '@/ui/feedback/lazy-toaster';
import { GUESSABLE } from '@/session/sign-in';
import { PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { connect } from '@tests/support/test-network';
import { storeSession } from '@tests/support/render-page';
import { CODE, KEY, secondStepService } from '@tests/support/second-step';

const NEW_PASSWORD = 'a quite different one 27';

let backend: TestBackend;
let alex: Person;
let service: ReturnType<typeof secondStepService>;
const server = setupServer();
beforeAll(async () => {
  backend = await testBackend();
  server.listen({ onUnhandledRequest: 'bypass' });
});
beforeEach(async () => {
  alex = await backend.user();
  service = secondStepService(backend);
  server.use(...service.handlers);
});
afterEach(() => server.resetHandlers());
afterAll(async () => {
  server.close();
  await backend.close();
});

async function openCard() {
  connect(backend.fetch);
  await storeSession(alex);
  startSession();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SecurityCard userId={alex.id} email={alex.email} />
      <LazyToaster />
    </QueryClientProvider>,
  );
  const row = (name: string) => within(screen.getByRole('region', { name }));
  return { user: userEvent.setup(), row };
}

const authRow = async () =>
  (await backend.sql('select email, email_change, encrypted_password from auth.users where id = $1', [alex.id]))[0];
const mailsTo = (email: string) => backend.mails.filter(({ to }) => to === email);

describe('the password', () => {
  /** Opens the form; `save` fills it in and sends it. */
  const openForm = async () => {
    const { user, row } = await openCard();
    await user.click(row('Password').getByRole('button', { name: 'Change password' }));
    expect(row('Password').getByLabelText('Current password')).toHaveFocus();
    const save = async (current: string, next: string, again = next) => {
      for (const [label, text] of [
        ['Current password', current],
        ['New password', next],
        ['New password again', again],
      ] as const) {
        await user.clear(row('Password').getByLabelText(label));
        await user.click(row('Password').getByLabelText(label));
        await user.paste(text);
      }
      await user.click(row('Password').getByRole('button', { name: 'Save the new password' }));
    };
    return { row: row('Password'), save };
  };

  test('changes with the current one (A58); every other device is signed out, this one is not (A56)', async () => {
    const other = backend.anon();
    await other.auth.signInWithPassword({ email: alex.email, password: PASSWORD });
    await (await openForm()).save(PASSWORD, NEW_PASSWORD);
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(screen.getByText('Other devices are signed out.')).toBeVisible();
    await waitFor(() => expect(screen.queryByLabelText('New password')).not.toBeInTheDocument());
    expect((await other.auth.getUser()).error).not.toBeNull();
    expect((await alex.auth.getUser()).error).toBeNull();
    expect(await backend.sql('select 1 from auth.sessions where user_id = $1', [alex.id])).toHaveLength(1);
    const { error } = await backend.anon().auth.signInWithPassword({ email: alex.email, password: NEW_PASSWORD });
    expect(error).toBeNull();
  });

  test('does not change without the current one, typed twice, or if the server refuses it, and the field shows the error (A58)', async () => {
    const before = await authRow();
    const { row, save } = await openForm();
    await save('not this one', NEW_PASSWORD);
    expect(await row.findByText('That is not your current password.')).toBeVisible();
    expect(row.getByLabelText('Current password')).toBeInvalid();
    await save(PASSWORD, NEW_PASSWORD, 'something else');
    expect(await row.findByText("Passwords don't match.")).toBeVisible();
    for (const [next, words] of [
      ['short', 'Password should be at least 8 characters.'],
      ['Password1!', GUESSABLE],
      [PASSWORD, 'New password should be different from the old password.'],
    ] as const) {
      await save(PASSWORD, next);
      expect(await row.findByText(words)).toBeVisible();
      expect(row.getByLabelText('New password')).toBeInvalid();
    }
    expect(await authRow()).toEqual(before);
  });
});

describe('the address', () => {
  const fill = async (current: string, next: string) => {
    const { user, row } = await openCard();
    await user.click(row('Email').getByRole('button', { name: 'Change email' }));
    await user.type(row('Email').getByLabelText('New email'), next);
    await user.type(row('Email').getByLabelText('Current password'), current);
    await user.click(row('Email').getByRole('button', { name: 'Send the links' }));
    return row('Email');
  };

  test('changes with the password, by a link to the old address and one to the new (A58)', async () => {
    const row = await fill(PASSWORD, `new.${alex.email}`);
    expect(await screen.findByText('We sent a link to your old and to your new address.')).toBeVisible();
    expect(await row.findByText(`new.${alex.email}`)).toBeVisible();
    expect(mailsTo(alex.email).at(-1)?.subject).toBe('Confirm your new address');
    expect(mailsTo(`new.${alex.email}`)).toHaveLength(1);
    expect(await authRow()).toMatchObject({ email: alex.email, email_change: `new.${alex.email}` });
  });

  test('does not change without the password, and no mail is sent (A58)', async () => {
    const before = await authRow();
    const row = await fill('not this one', 'thief@example.test');
    expect(await row.findByText('That is not your current password.')).toBeVisible();
    expect(await authRow()).toEqual(before);
    expect(mailsTo('thief@example.test')).toEqual([]);
  });

  test('the address of another account is refused', async () => {
    const other = await backend.user();
    const row = await fill(PASSWORD, other.email);
    expect(await row.findByText('That email is already in use.')).toBeVisible();
    expect(mailsTo(other.email)).toEqual([]);
  });
});

describe('two-step verification', () => {
  const NAME = 'Two-factor sign-in';
  const setUp = async () => {
    const { user, row } = await openCard();
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    await user.type(row(NAME).getByLabelText('Current password'), PASSWORD);
    await user.click(row(NAME).getByRole('button', { name: 'Go on' }));
    const picture = await row(NAME).findByRole('img', { name: 'QR code with the key below' });
    return { user, row: row(NAME), picture };
  };

  test('is set up with a QR code that is only ever an image, a key to write down, and a first code', async () => {
    const { user, row, picture } = await setUp();
    const source = picture.getAttribute('src') ?? '';
    expect(source).toMatch(/^data:image\/svg\+xml;charset=utf-8,%3Csvg/);
    expect(source).not.toContain('#');
    expect(document.querySelector('script, svg script')).toBeNull();
    expect(row.getByText(KEY.replace(/(.{4})(?=.)/g, '$1 '))).toBeVisible();
    expect(row.getByText(/keep it with your farm papers/)).toBeVisible();
    const code = row.getByLabelText('Type the six figures that the app shows');
    await user.type(code, '111111');
    await user.click(row.getByRole('button', { name: 'Turn on' }));
    expect(await row.findByText('Invalid TOTP code entered')).toBeVisible();
    await user.clear(code);
    await user.type(code, '246 810');
    await user.click(row.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText('Two-factor sign-in is on')).toBeVisible();
    expect(await row.findByText(/^On\./)).toBeVisible();
    expect(service.requests).toEqual(['enrol Farm Diary', 'verify 111111', `verify ${CODE}`]);
  });

  test('if left unfinished, starts again from the beginning', async () => {
    const { user, row } = await setUp();
    await user.click(row.getByRole('button', { name: 'Cancel' }));
    await user.click(row.getByRole('button', { name: 'Set up' }));
    await user.type(row.getByLabelText('Current password'), PASSWORD);
    await user.click(row.getByRole('button', { name: 'Go on' }));
    expect(await row.findByRole('img')).toBeVisible();
    expect(service.factors).toHaveLength(1);
  });

  test('can’t be set up or removed without the password (A58)', async () => {
    const { user, row } = await setUp();
    await user.type(row.getByLabelText('Type the six figures that the app shows'), CODE);
    await user.click(row.getByRole('button', { name: 'Turn on' }));
    await user.click(await row.findByRole('button', { name: 'Turn off' }));
    await user.type(row.getByLabelText('Current password'), 'not this one');
    await user.click(row.getByRole('button', { name: 'Turn off' }));
    expect(await row.findByText('That is not your current password.')).toBeVisible();
    expect(service.factors).toMatchObject([{ status: 'verified' }]);
    await user.clear(row.getByLabelText('Current password'));
    await user.type(row.getByLabelText('Current password'), PASSWORD);
    await user.click(row.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Two-factor sign-in is off')).toBeVisible();
    expect(service.factors).toEqual([]);
  });

  test('is not offered if the backend does not support it', async () => {
    const env = await import('@/lib/env');
    vi.spyOn(env, 'backendConfig').mockResolvedValue({ url: 'x', key: 'x', embedded: { mailbox: '/_mail' } });
    const { offersSecondStep } = await import('@/lib/device/capabilities');
    await waitFor(async () => expect(await offersSecondStep()).toBe(false));
  });
});
