// What ends a session when its key is to be renewed: the server's plain no, and nothing else.
import { afterEach, expect, test, vi } from 'vitest';
import { answerWith } from '@tests/support/line';

const KEPT = 'sb-localhost-auth-token';
afterEach(() => void vi.useRealTimers());

/** Whether a session whose key has run out is still kept after its renewal was answered so. */
async function keptAfter(status: number, body: object) {
  // The library writes down each answer that is none.
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

test.each([500, 502, 429, 418])('an answer of %i is no plain no: the session is kept', async (status) => {
  expect(await keptAfter(status, { message: 'not now' })).toBe(true);
});

test('a renewal that the server refuses ends it', async () => {
  expect(await keptAfter(400, { code: 'refresh_token_already_used', msg: 'Already Used' })).toBe(false);
});
