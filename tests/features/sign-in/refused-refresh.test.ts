// In a process of its own: the client must not be renewing the token of an earlier test, which it does one after another.
// Only an explicit refusal by the server ends a session whose token is being refreshed.
import { afterEach, expect, test, vi } from 'vitest';
import { connect } from '@tests/support/test-network';

const SESSION_KEY = 'sb-localhost-auth-token';
afterEach(() => void vi.useRealTimers());

/** Whether a session with an expired token is still kept after this response to its refresh. */
async function isKeptAfter(status: number, body: object) {
  // The library logs each failed response.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { supabase } = await import('@/lib/supabase');
  vi.useFakeTimers();
  const refresh_token = `of ${status}`;
  const user = { id: 'ann', aud: 'authenticated', created_at: '', app_metadata: {}, user_metadata: {} };
  const session = { access_token: 'a.b.c', refresh_token, expires_at: 1000, expires_in: 0, token_type: 'bearer', user };
  localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  let attempts = 0;
  connect(() => {
    attempts += 1;
    return Promise.resolve(Response.json(body, { status }));
  });
  const reading = supabase.auth.getSession();
  for (let second = 0; second < 90; second += 1) await vi.advanceTimersByTimeAsync(1000);
  const { data } = await reading;
  expect(attempts).toBeGreaterThan(0);
  expect(data.session).toBeNull();
  return localStorage.getItem(SESSION_KEY) !== null;
}

test.each([500, 502, 429, 418])('a response of %i is not an explicit refusal: the session is kept', async (status) => {
  expect(await isKeptAfter(status, { message: 'not now' })).toBe(true);
});

test('a refresh that the server refuses ends the session', async () => {
  expect(await isKeptAfter(400, { code: 'refresh_token_already_used', msg: 'Already Used' })).toBe(false);
});
