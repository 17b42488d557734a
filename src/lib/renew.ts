// A new key after the server has refused the one in use.
import type { Session, SupabaseClient } from '@supabase/supabase-js';

/** Whether it is the auth service that says so, of the session; not a line that failed, nor that too many ask. */
const isRefusal = (error: Error): boolean => {
  const status: unknown = Reflect.get(error, 'status');
  const code: unknown = Reflect.get(error, 'code');
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429 && typeof code === 'string';
};

/**
 * The renewed session, or null. A session that was ended elsewhere ends here too: the library would keep it until its key
 * runs out, and each request with it is refused.
 */
export async function renewRefused(auth: SupabaseClient['auth']): Promise<Session | null> {
  const { data, error } = await auth.refreshSession();
  if (error && isRefusal(error)) await auth.signOut({ scope: 'local' });
  return data.session;
}
