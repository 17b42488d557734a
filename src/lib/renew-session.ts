// Renews the token after the server has refused the current one.
import type { GoTrueClient, Session } from '@supabase/auth-js';

/** Whether the auth service refused the session; false for a failed connection or rate limiting. */
const isRefusal = (error: Error): boolean => {
  const status: unknown = Reflect.get(error, 'status');
  const code: unknown = Reflect.get(error, 'code');
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429 && typeof code === 'string';
};

/**
 * The renewed session, or null. A session that was ended elsewhere ends here too: the library would keep it until its
 * token expires, and every request with it would be refused.
 */
export async function renewSession(auth: GoTrueClient): Promise<Session | null> {
  const { data, error } = await auth.refreshSession();
  if (error && isRefusal(error)) await auth.signOut({ scope: 'local' });
  return data.session;
}
