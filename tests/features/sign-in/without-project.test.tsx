import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BackendConfig } from '@/lib/env';
import { ORIGIN } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let config: BackendConfig | null = null;
vi.hoisted(() => vi.stubEnv('VITE_SUPABASE_URL', ''));
vi.mock('@/lib/env', () => ({ backendConfig: () => Promise.resolve(config) }));

const NOT_CONNECTED = 'This copy of the app is not connected to a database.';

afterEach(() => {
  config = null;
});

describe('a build without a project', () => {
  // Load the client again for each test, as on each visit.
  beforeEach(() => vi.resetModules());

  const noBackend = { fetch: () => Promise.reject(new Error('unexpected request')) };

  test('says on the sign-in page that it is not connected', async () => {
    const { screen } = await renderPage('/', { backend: noBackend });
    expect(await screen.findByText(NOT_CONNECTED)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try the demo farm' })).not.toBeInTheDocument();
  });

  test('shows that message when a button is pressed, too', async () => {
    const { screen, user } = await renderPage('/', { backend: noBackend });
    await user.type(screen.getByLabelText('Email'), 'sam@example.test');
    await user.type(screen.getByLabelText('Password'), 'whatever 26{Enter}');
    expect(await screen.findByRole('button', { name: 'Sign In' })).not.toHaveAttribute('aria-busy');
    expect(screen.getByText(NOT_CONNECTED)).toBeVisible();
    expect(screen.queryByText('Sign in Failed')).not.toBeInTheDocument();
  });

  test('shows that message even if a session is stored', async () => {
    localStorage.setItem('sb-old-auth-token', JSON.stringify({ user: { id: 'x', email: 'x@example.test' } }));
    const { screen } = await renderPage('/works-list', { backend: noBackend });
    expect(await screen.findByText(NOT_CONNECTED)).toBeVisible();
  });
});

test('a build with a project offers no demo', async () => {
  config = { url: ORIGIN, key: 'sb_publishable_test' };
  const { screen } = await renderPage('/', {
    backend: { fetch: () => Promise.reject(new Error('unexpected request')) },
  });
  await Promise.resolve();
  expect(screen.queryByRole('button', { name: 'Try the demo farm' })).not.toBeInTheDocument();
  expect(screen.queryByText(NOT_CONNECTED)).not.toBeInTheDocument();
});
