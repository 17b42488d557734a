import { afterEach, describe, expect, test, vi } from 'vitest';
import { byThisClock, renewing } from '@/lib/server-time';
import { serverAhead } from '@/session/kept-session';

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` }, method: 'POST', body: '{"a":1}' });
const keys = (ask: ReturnType<typeof vi.fn>) =>
  ask.mock.calls.map(([, init]) => new Headers((init as RequestInit).headers).get('authorization'));
const answers = (...statuses: number[]) => {
  const left = [...statuses];
  return vi.fn(() => Promise.resolve(new Response('{}', { status: left.shift() ?? 200 })));
};

describe('a token that the server refuses (F27)', () => {
  test('is refreshed, and the request repeated unchanged', async () => {
    const ask = answers(401, 200);
    const response = await renewing(ask, () => Promise.resolve('new'))('/rest/v1/works', withKey('old'));
    expect(response.status).toBe(200);
    expect(keys(ask)).toEqual(['Bearer old', 'Bearer new']);
    expect(ask.mock.calls[1]).toMatchObject(['/rest/v1/works', { method: 'POST', body: '{"a":1}' }]);
  });

  test('is refreshed once: a second refusal is final', async () => {
    const ask = answers(401, 401, 200);
    const response = await renewing(ask, () => Promise.resolve('new'))('/rest/v1/works', withKey('old'));
    expect(response.status).toBe(401);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['there is none', () => Promise.resolve(null)],
    ['it is the same', () => Promise.resolve('old')],
    ['it cannot be had', () => Promise.reject(new Error('no signal'))],
  ])('stays refused if %s', async (_, renew) => {
    const ask = answers(401, 200);
    expect((await renewing(ask, renew)('/rest/v1/works', withKey('old'))).status).toBe(401);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('a refusal for another reason causes no refresh', async () => {
    const renew = vi.fn(() => Promise.resolve('new'));
    const ask = answers(403);
    expect((await renewing(ask, renew)('/rest/v1/works', withKey('old'))).status).toBe(403);
    expect(renew).not.toHaveBeenCalled();
  });
});

test('a new token expires after its lifetime, whatever this device’s clock says (F27)', async () => {
  const answer = Response.json({ access_token: 'a', expires_in: 3600, expires_at: 1_700_000_000, user: { id: 'u' } });
  expect(await (await byThisClock(answer)).json()).toEqual({ access_token: 'a', expires_in: 3600, user: { id: 'u' } });
});

describe('the offset of this device’s clock (F26)', () => {
  afterEach(() => localStorage.clear());
  const keep = (session: unknown) => localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session));
  const token = (exp: number) => `head.${btoa(JSON.stringify({ exp })).replaceAll('=', '')}.signed`;

  test('is derived from the token, whose expiry both clocks know', () => {
    keep({ access_token: token(1_795_000_000), expires_at: 1_795_000_000 });
    expect(serverAhead()).toBe(0);
    keep({ access_token: token(1_795_000_000), expires_at: 1_795_000_000 + 86_400 });
    expect(serverAhead()).toBe(-86_400_000);
  });

  test.each([
    ['nobody'],
    ['a session without a key', {}],
    ['a key that is none', { access_token: 'x', expires_at: 1 }],
  ])('is ignored if there is %s', (_, session?: unknown) => {
    if (session) keep(session);
    expect(serverAhead()).toBe(0);
  });
});
