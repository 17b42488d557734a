// A session in the URL is accepted from the links of our mails only.
import { AuthClient } from '@supabase/auth-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { carriesMailSession } from '@/lib/mail-session';

const address = new URL('https://farm.example/');
const tokens = { access_token: 'a', refresh_token: 'r' };

test.each(['signup', 'recovery', 'magiclink', 'email_change', 'invite'])(
  'a URL with tokens of type %s is accepted',
  (type) => {
    expect(carriesMailSession(address, { ...tokens, type })).toBe(true);
  },
);

const refused: [string, Record<string, string>][] = [
  ['tokens but no type', tokens],
  ['tokens of another type', { ...tokens, type: 'oauth' }],
  ['the tokens of a sign-in provider', { ...tokens, provider_token: 'p', type: '' }],
  ['no refresh token', { access_token: 'a', type: 'signup' }],
  ['an error', { error: 'access_denied', error_code: 'otp_expired', type: 'signup' }],
  ['no parameters', {}],
];
test.each(refused)('a URL with %s is refused', (_, params) => {
  expect(carriesMailSession(address, params)).toBe(false);
});

describe('auth-js', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('asks `detectSessionInUrl`, and ignores a session in the URL that it refuses', async () => {
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
