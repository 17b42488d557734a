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

describe('F27: a key that the server refuses', () => {
  test('is renewed, and the request asked once more as it was', async () => {
    const ask = answers(401, 200);
    const response = await renewing(ask, () => Promise.resolve('new'))('/rest/v1/works', withKey('old'));
    expect(response.status).toBe(200);
    expect(keys(ask)).toEqual(['Bearer old', 'Bearer new']);
    expect(ask.mock.calls[1]).toMatchObject(['/rest/v1/works', { method: 'POST', body: '{"a":1}' }]);
  });

  test('is renewed once: a second refusal is the answer', async () => {
    const ask = answers(401, 401, 200);
    const response = await renewing(ask, () => Promise.resolve('new'))('/rest/v1/works', withKey('old'));
    expect(response.status).toBe(401);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['there is none', () => Promise.resolve(null)],
    ['it is the same', () => Promise.resolve('old')],
    ['it cannot be had', () => Promise.reject(new Error('no signal'))],
  ])('stays refused where %s', async (_, renew) => {
    const ask = answers(401, 200);
    expect((await renewing(ask, renew)('/rest/v1/works', withKey('old'))).status).toBe(401);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('what is refused for another reason asks for no key', async () => {
    const renew = vi.fn(() => Promise.resolve('new'));
    const ask = answers(403);
    expect((await renewing(ask, renew)('/rest/v1/works', withKey('old'))).status).toBe(403);
    expect(renew).not.toHaveBeenCalled();
  });
});

test('F27: a new key ends when its life is over, whatever this device takes the time to be', async () => {
  const answer = Response.json({ access_token: 'a', expires_in: 3600, expires_at: 1_700_000_000, user: { id: 'u' } });
  expect(await (await byThisClock(answer)).json()).toEqual({ access_token: 'a', expires_in: 3600, user: { id: 'u' } });
});

describe('F26: how far this device’s clock is off', () => {
  afterEach(() => localStorage.clear());
  const keep = (session: unknown) => localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session));
  const token = (exp: number) => `head.${btoa(JSON.stringify({ exp })).replaceAll('=', '')}.signed`;

  test('is read from the key that both clocks have an end for', () => {
    keep({ access_token: token(1_795_000_000), expires_at: 1_795_000_000 });
    expect(serverAhead()).toBe(0);
    keep({ access_token: token(1_795_000_000), expires_at: 1_795_000_000 + 86_400 });
    expect(serverAhead()).toBe(-86_400_000);
  });

  test.each([
    ['nobody'],
    ['a session without a key', {}],
    ['a key that is none', { access_token: 'x', expires_at: 1 }],
  ])('is taken for nothing where there is %s', (_, session?: unknown) => {
    if (session) keep(session);
    expect(serverAhead()).toBe(0);
  });
});
