import { afterEach, describe, expect, test, vi } from 'vitest';
import { withoutExpiresAt, retryWithNewToken } from '@/lib/server-time';
import { serverClockAheadMs } from '@/session/stored-session';

const withToken = (key: string) => ({ headers: { authorization: `Bearer ${key}` }, method: 'POST', body: '{"a":1}' });
const tokensSent = (fetch: ReturnType<typeof vi.fn>) =>
  fetch.mock.calls.map(([, init]) => new Headers((init as RequestInit).headers).get('authorization'));
const fetchWith = (...statuses: number[]) => {
  const remaining = [...statuses];
  return vi.fn(() => Promise.resolve(new Response('{}', { status: remaining.shift() ?? 200 })));
};

describe('a token that the server refuses (F27)', () => {
  test('is refreshed, and the request repeated unchanged', async () => {
    const fetch = fetchWith(401, 200);
    const response = await retryWithNewToken(fetch, () => Promise.resolve('new'))('/rest/v1/works', withToken('old'));
    expect(response.status).toBe(200);
    expect(tokensSent(fetch)).toEqual(['Bearer old', 'Bearer new']);
    expect(fetch.mock.calls[1]).toMatchObject(['/rest/v1/works', { method: 'POST', body: '{"a":1}' }]);
  });

  test('is refreshed only once: a second refusal is final', async () => {
    const fetch = fetchWith(401, 401, 200);
    const response = await retryWithNewToken(fetch, () => Promise.resolve('new'))('/rest/v1/works', withToken('old'));
    expect(response.status).toBe(401);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['there is no new token', () => Promise.resolve(null)],
    ['the new token is the same', () => Promise.resolve('old')],
    ['the refresh fails', () => Promise.reject(new Error('no signal'))],
  ])('stays refused if %s', async (_, renew) => {
    const fetch = fetchWith(401, 200);
    expect((await retryWithNewToken(fetch, renew)('/rest/v1/works', withToken('old'))).status).toBe(401);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('a refusal for another reason causes no refresh', async () => {
    const renew = vi.fn(() => Promise.resolve('new'));
    const fetch = fetchWith(403);
    expect((await retryWithNewToken(fetch, renew)('/rest/v1/works', withToken('old'))).status).toBe(403);
    expect(renew).not.toHaveBeenCalled();
  });
});

test('a new token expires after its lifetime, whatever this device’s clock says (F27)', async () => {
  const answer = Response.json({ access_token: 'a', expires_in: 3600, expires_at: 1_700_000_000, user: { id: 'u' } });
  expect(await (await withoutExpiresAt(answer)).json()).toEqual({
    access_token: 'a',
    expires_in: 3600,
    user: { id: 'u' },
  });
});

describe('the offset of this device’s clock (F26)', () => {
  afterEach(() => localStorage.clear());
  const storeSession = (session: unknown) => localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session));
  const token = (exp: number) => `head.${btoa(JSON.stringify({ exp })).replaceAll('=', '')}.signed`;

  test('is derived from the expiry of the token, by the server’s clock and by this device’s', () => {
    storeSession({ access_token: token(1_795_000_000), expires_at: 1_795_000_000 });
    expect(serverClockAheadMs()).toBe(0);
    storeSession({ access_token: token(1_795_000_000), expires_at: 1_795_000_000 + 86_400 });
    expect(serverClockAheadMs()).toBe(-86_400_000);
  });

  test.each([
    ['no session'],
    ['a session without a token', {}],
    ['an invalid token', { access_token: 'x', expires_at: 1 }],
  ])('is ignored if there is %s', (_, session?: unknown) => {
    if (session) storeSession(session);
    expect(serverClockAheadMs()).toBe(0);
  });
});
