// Signing in with a password and a code.
import { waitFor } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { currentSession } from '@/session/session-store';
import { PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { CODE, secondStepService } from '@tests/support/second-step';

let backend: TestBackend;
let alex: Person;
let service: ReturnType<typeof secondStepService>;
const server = setupServer();
beforeAll(async () => {
  backend = await testBackend();
  alex = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  server.listen({ onUnhandledRequest: 'bypass' });
});
beforeEach(() => {
  service = secondStepService(backend);
  server.use(...service.handlers);
  service.factors.push({
    id: '22222222-2222-4222-8222-222222222222',
    factor_type: 'totp',
    status: 'verified',
    friendly_name: alex.email,
    created_at: '2026-11-20T10:00:00Z',
  });
});
afterEach(() => {
  server.resetHandlers();
  sessionStorage.clear();
});
afterAll(async () => {
  server.close();
  await backend.close();
});

function recordingBackend() {
  const requests: string[] = [];
  const fetch: TestBackend['fetch'] = (input, init) => {
    requests.push(new URL(new Request(input, init).url).pathname);
    return backend.fetch(input, init);
  };
  return { requests, fetch };
}

async function enterPassword() {
  const recorder = recordingBackend();
  const page = await renderPage('/', { backend: recorder });
  await page.user.type(page.screen.getByLabelText('Email'), alex.email);
  await page.user.type(page.screen.getByLabelText('Password'), `${PASSWORD}{Enter}`);
  await page.screen.findByRole('heading', { name: 'Enter your code' });
  return { ...page, requests: recorder.requests };
}

test('the password alone gives no access: the code is required before any data is read, also after a reload at another URL', async () => {
  const first = await enterPassword();
  expect(first.screen.queryByText('Welcome back!')).not.toBeInTheDocument();
  expect(first.requests.filter((path) => path.startsWith('/rest/'))).toEqual([]);
  first.view.unmount();
  const recorder = recordingBackend();
  const { screen, user } = await renderPage('/works-list', { backend: recorder });
  const { requests } = recorder;
  expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeVisible();
  expect(screen.queryByText('Welcome back!')).not.toBeInTheDocument();
  expect(requests.filter((path) => path.startsWith('/rest/'))).toEqual([]);
  await user.type(screen.getByLabelText('Code'), '000000');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Invalid TOTP code entered')).toBeVisible();
  expect(requests.filter((path) => path.startsWith('/rest/'))).toEqual([]);
  await user.clear(screen.getByLabelText('Code'));
  await user.type(screen.getByLabelText('Code'), CODE);
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('Welcome back!')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Alex Hill, Admin' })).toBeVisible();
});

test('a person who lost the phone is told what to do, and can sign out', async () => {
  const { screen, user } = await enterPassword();
  expect(screen.getByText(/The key that you wrote down/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeVisible();
  await waitFor(() => expect(currentSession()).toEqual({ kind: 'signedOut' }));
});
