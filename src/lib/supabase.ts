// The one client of the backend. Import this module lazily: it waits for the backend's address, and brings supabase-js.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types';
import { backendConfig } from './env';

/** The build was given no project and there is no embedded backend: the app says so in a sentence. */
export class NotConfiguredError extends Error {
  override name = 'NotConfiguredError';
}

/** What the links in our mails carry. Tokens of any other kind in an address were not put there by us. */
const MAIL_LINKS = new Set(['signup', 'recovery', 'magiclink', 'email_change', 'invite']);

/**
 * Whether the address carries a session from one of our mails. Without this anybody could hand a person a link
 * that signs them in to somebody else's account.
 */
export function carriesMailSession(_address: URL, params: Record<string, string>): boolean {
  return Boolean(params['access_token'] && params['refresh_token']) && MAIL_LINKS.has(params['type'] ?? '');
}

async function connect(): Promise<SupabaseClient<Database>> {
  const config = await backendConfig();
  if (!config) throw new NotConfiguredError('This copy of the app has not been connected to a database.');
  return createClient<Database>(config.url, config.key, {
    auth: { flowType: 'implicit', detectSessionInUrl: carriesMailSession },
  });
}

export const supabase = await connect();

/** Supabase returns errors; React Query needs them thrown. */
export function unwrap<T>({ data, error }: { data: T; error: Error | null }): NonNullable<T> {
  if (error) throw error;
  // Null only where nothing was asked back, and then nobody looks at it.
  return data as NonNullable<T>;
}
