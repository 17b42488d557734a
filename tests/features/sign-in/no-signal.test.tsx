import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client, currentSession } from '@/session/session-store';
import { testBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

test('a session that can’t be refreshed offline is kept', async () => {
  // The client library logs each failed attempt to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const backend = await testBackend();
  const alex = await backend.user({ email: 'alex@example.test' });
  const { data } = await alex.auth.getSession();
  await backend.close();
  // Files are read in real time, so load the client before time is faked.
  await Promise.all([client(), import('@/app/signed-in-app')]);
  vi.useFakeTimers();
  const stored = JSON.stringify({ ...data.session, expires_at: 1000 });
  localStorage.setItem('sb-localhost-auth-token', stored);
  const urls: string[] = [];
  const { screen } = await renderPage('/diary', {
    backend: {
      fetch: (input) => {
        urls.push(input instanceof Request ? input.url : String(input));
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    },
  });
  for (let second = 0; second < 90; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(urls.some((url) => url.includes('grant_type=refresh_token'))).toBe(true);
  expect(currentSession()).toMatchObject({ kind: 'signedIn', email: 'alex@example.test' });
  expect(screen.getByRole('heading', { name: 'No answer' })).toBeInTheDocument();
  expect(screen.getByText(/You are still signed in/)).toBeVisible();
  expect(localStorage.getItem('sb-localhost-auth-token')).toBe(stored);
});
