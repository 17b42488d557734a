// In a process of its own: the client must find the ended session when it loads.
// A page is closed while its requests wait for a token: they must not be sent without one.
import { cleanup, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { storeSession, renderPage } from '@tests/support/render-page';

let backend: TestBackend;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const SESSION_KEY = 'sb-localhost-auth-token';

test('a closed page sends no more requests once its session has ended', async () => {
  const owner = await backend.user();
  await storeSession(owner);
  const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '{}') as object;
  const expired = JSON.stringify({ ...session, expires_at: 1, expires_in: 0 });
  let renewals = 0;
  let refuse: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  const anonymousRequests: string[] = [];
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === '/auth/v1/token') {
      renewals += 1;
      await refused;
      return Response.json({ code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 });
    }
    if (pathname.startsWith('/rest/')) anonymousRequests.push(pathname);
    return backend.fetch(request);
  };
  localStorage.setItem(SESSION_KEY, expired);
  await renderPage('/works-list', { backend: { fetch } });
  await waitFor(() => expect(renewals).toBeGreaterThan(0));
  // Give the access check time to start its first request, which waits for the token.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  cleanup();
  localStorage.clear();
  refuse();
  // Give the refusal time to reach all waiting requests.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(anonymousRequests).toEqual([]);
});
