// What ends a session when its token is refreshed: an explicit refusal by the server, and nothing else.
import { afterEach, expect, test, vi } from 'vitest';
import { answerWith } from '@tests/support/line';

const KEPT = 'sb-localhost-auth-token';
afterEach(() => void vi.useRealTimers());

/** Whether a session with an expired token is still kept after this response to its refresh. */
async function keptAfter(status: number, body: object) {
  // The library logs each failed response.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { supabase } = await import('@/lib/supabase');
  vi.useFakeTimers();
  const refresh_token = `of ${status}`;
  const user = { id: 'ann', aud: 'authenticated', created_at: '', app_metadata: {}, user_metadata: {} };
  const session = { access_token: 'a.b.c', refresh_token, expires_at: 1000, expires_in: 0, token_type: 'bearer', user };
  localStorage.setItem(KEPT, JSON.stringify(session));
  let asked = 0;
  answerWith(() => {
    asked += 1;
    return Promise.resolve(Response.json(body, { status }));
  });
  const asking = supabase.auth.getSession();
  for (let second = 0; second < 90; second += 1) await vi.advanceTimersByTimeAsync(1000);
  const { data } = await asking;
  expect(asked).toBeGreaterThan(0);
  expect(data.session).toBeNull();
  return localStorage.getItem(KEPT) !== null;
}

test.each([500, 502, 429, 418])('a response of %i is no explicit refusal: the session is kept', async (status) => {
  expect(await keptAfter(status, { message: 'not now' })).toBe(true);
});

test('a refresh that the server refuses ends it', async () => {
  expect(await keptAfter(400, { code: 'refresh_token_already_used', msg: 'Already Used' })).toBe(false);
});
