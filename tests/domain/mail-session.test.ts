// A session in the URL is accepted from the links of our mails only.
import { AuthClient } from '@supabase/auth-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { carriesMailSession } from '@/lib/mail-session';

const address = new URL('https://farm.example/');
const tokens = { access_token: 'a', refresh_token: 'r' };

test.each(['signup', 'recovery', 'magiclink', 'email_change', 'invite'])('type %s is accepted', (type) => {
  expect(carriesMailSession(address, { ...tokens, type })).toBe(true);
});

const refused: [string, Record<string, string>][] = [
  ['tokens without a type', tokens],
  ['another type', { ...tokens, type: 'oauth' }],
  ['a provider’s tokens', { ...tokens, provider_token: 'p', type: '' }],
  ['no refresh token', { access_token: 'a', type: 'signup' }],
  ['an error', { error: 'access_denied', error_code: 'otp_expired', type: 'signup' }],
  ['nothing', {}],
];
test.each(refused)('%s is refused', (_, params) => {
  expect(carriesMailSession(address, params)).toBe(false);
});

describe('auth-js', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('calls the function, and ignores a session it refuses', async () => {
    const href = 'https://farm.example/#access_token=a.b.c&refresh_token=r&expires_in=60&token_type=bearer';
    vi.stubGlobal('document', { addEventListener: () => undefined, visibilityState: 'hidden' });
    vi.stubGlobal('window', { location: new URL(href), addEventListener: () => undefined });
    const detectSession = vi.fn(carriesMailSession);
    const fetch = vi.fn();
    const auth = new AuthClient({
      url: 'https://x.example/auth/v1',
      autoRefreshToken: false,
      persistSession: false,
      detectSessionInUrl: detectSession,
      fetch,
    });
    expect((await auth.getSession()).data.session).toBeNull();
    expect(detectSession).toHaveBeenCalledOnce();
    expect(detectSession.mock.calls[0]?.[1]).toMatchObject({
      access_token: 'a.b.c',
      refresh_token: 'r',
      token_type: 'bearer',
    });
    expect(fetch).not.toHaveBeenCalled();
  });
});
