// A page that is closed while it waits for its token: its pending requests are never sent anonymously.
import { cleanup, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { keepSession, renderPage } from '@tests/support/render-page';

let backend: TestBackend;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const KEPT = 'sb-localhost-auth-token';

test('makes no more requests once the session has ended under it', async () => {
  const owner = await backend.user();
  await keepSession(owner);
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as object;
  const old = JSON.stringify({ ...kept, expires_at: 1, expires_in: 0 });
  let renewals = 0;
  let refuse: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  const asNobody: string[] = [];
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === '/auth/v1/token') {
      renewals += 1;
      await refused;
      return Response.json({ code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }, { status: 400 });
    }
    if (pathname.startsWith('/rest/')) asNobody.push(pathname);
    return backend.fetch(request);
  };
  localStorage.setItem(KEPT, old);
  await renderPage('/works-list', { backend: { fetch } });
  await waitFor(() => expect(renewals).toBeGreaterThan(0));
  // By now the gate's first request waits for the token.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  cleanup();
  localStorage.clear();
  refuse();
  // The refusal reaches all waiting requests, one after the other.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(asNobody).toEqual([]);
});
