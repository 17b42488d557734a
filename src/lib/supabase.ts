// The one client of the backend. Import this module lazily: it waits for the backend's address, and brings supabase-js.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types';
import { backendConfig } from './env';
import { carriesMailSession } from './mail-session';

/** The build was given no project and there is no embedded backend: the app says so in a sentence. */
class NotConfiguredError extends Error {
  override name = 'NotConfiguredError';
}

/**
 * Somebody on the way (a hotel's wifi) may refuse requests with a page of their own. Taken for the server's refusal of a
 * token it would sign the person out, so it counts as no answer: the server's own refusals are JSON.
 */
const ask: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const isPage = response.status >= 400 && !response.headers.get('content-type')?.includes('json');
  if (isPage && (input instanceof Request ? input.url : String(input)).includes('/auth/v1/')) {
    throw new TypeError('Failed to fetch');
  }
  return response;
};

async function connect(): Promise<SupabaseClient<Database>> {
  const config = await backendConfig();
  if (!config) throw new NotConfiguredError('This copy of the app has not been connected to a database.');
  const client = createClient<Database>(config.url, config.key, {
    auth: { flowType: 'implicit', detectSessionInUrl: carriesMailSession },
    global: { fetch: ask },
  });
  // The query client repeats what failed. The library repeats each of its attempts three times again, and offers no
  // option against it: a person would wait half a minute for "it did not load".
  const rest: unknown = Reflect.get(client, 'rest');
  if (typeof rest === 'object' && rest !== null) Reflect.set(rest, 'retry', false);
  return client;
}

export const supabase = await connect();

/** Supabase returns errors; React Query needs them thrown. */
export function unwrap<T>({ data, error }: { data: T; error: Error | null }): NonNullable<T> {
  if (error) throw error;
  // Null only where nothing was asked back, and then nobody looks at it.
  return data as NonNullable<T>;
}
