import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BackendConfig } from '@/lib/env';
import { ORIGIN } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let config: BackendConfig | null = null;
vi.mock('@/lib/env', () => ({ asksOwnOrigin: true, backendConfig: () => Promise.resolve(config) }));

const SENTENCE = 'This copy of the app is not connected to a database.';

afterEach(() => {
  config = null;
});

describe('not configured', () => {
  // Each test loads the client again, as each visit does.
  beforeEach(() => vi.resetModules());

  const nobody = { fetch: () => Promise.reject(new Error('nobody may be asked')) };

  test('the sign-in page says so in a sentence', async () => {
    const { screen } = await renderPage('/', { backend: nobody });
    expect(await screen.findByText(SENTENCE)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try the demo farm' })).not.toBeInTheDocument();
  });

  test('pressing a button shows the same', async () => {
    const { screen, user } = await renderPage('/', { backend: nobody });
    await user.type(screen.getByLabelText('Email'), 'sam@example.test');
    await user.type(screen.getByLabelText('Password'), 'whatever 26{Enter}');
    expect(await screen.findByRole('button', { name: 'Sign In' })).not.toHaveAttribute('aria-busy');
    expect(screen.getByText(SENTENCE)).toBeVisible();
    expect(screen.queryByText('Sign in Failed')).not.toBeInTheDocument();
  });

  test('a stored session does not hide it', async () => {
    localStorage.setItem('sb-old-auth-token', JSON.stringify({ user: { id: 'x', email: 'x@example.test' } }));
    const { screen } = await renderPage('/works-list', { backend: nobody });
    expect(await screen.findByText(SENTENCE)).toBeVisible();
  });
});

test('with a project configured there is no demo', async () => {
  config = { url: ORIGIN, key: 'sb_publishable_test' };
  const { screen } = await renderPage('/', { backend: { fetch: () => Promise.reject(new Error('unasked')) } });
  await Promise.resolve();
  expect(screen.queryByRole('button', { name: 'Try the demo farm' })).not.toBeInTheDocument();
  expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument();
});
