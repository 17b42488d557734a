// The only client of the backend. Import this module lazily: it waits for the backend's address and loads supabase-js.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types';
import { backendConfig } from './env';
import { carriesMailSession } from './mail-session';
import { renewRefused } from './renew';
import { byThisClock, renewing, type Renew } from './server-time';

/** The build has no project configured and there is no embedded backend; the app shows a message. */
class NotConfiguredError extends Error {
  override name = 'NotConfiguredError';
}

const urlOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : input.toString());

const RENEWAL_MS = 15_000;
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);
/** The library treats it as no response, and retries. */
const NOT_NOW = { status: 503, headers: { 'content-type': 'application/json' } };

/**
 * A captive portal (a hotel's wifi) may refuse requests with a page of its own. Taken as the server's refusal of a
 * token it would sign the user out, so it counts as no response: the server's own refusals are JSON. A renewal without
 * a response times out, because everything that needs a token waits for it, including the outbox.
 */
const ask: typeof fetch = async (input, init) => {
  const url = urlOf(input);
  const renews = url.includes('/auth/v1/token?grant_type=refresh_token');
  const response = await fetch(input, renews ? { ...init, signal: AbortSignal.timeout(RENEWAL_MS) } : init);
  const isPage = response.status >= 400 && !response.headers.get('content-type')?.includes('json');
  // Rate limiting or a failing server does not end the session: only a clear refusal does.
  if (renews && response.status >= 400 && !REFUSALS.has(response.status)) return new Response('{}', NOT_NOW);
  if (isPage && url.includes('/auth/v1/')) {
    throw new TypeError('Failed to fetch');
  }
  return response.ok && url.includes('/auth/v1/token') ? byThisClock(response) : response;
};

async function connect(): Promise<SupabaseClient<Database>> {
  const config = await backendConfig();
  if (!config) throw new NotConfiguredError('This copy of the app has not been connected to a database.');
  const client = createClient<Database>(config.url, config.key, {
    auth: { flowType: 'implicit', detectSessionInUrl: carriesMailSession },
    global: { fetch: (input, init) => askWithKey(input, init) },
  });
  // Requests that are refused together wait for one renewal.
  let renewal: Promise<string | null> | null = null;
  const renew: Renew = async (refused) => {
    const { session } = (await client.auth.getSession()).data;
    if (session?.access_token !== refused) return session?.access_token ?? null;
    renewal ??= renewRefused(client.auth)
      .then((renewed) => renewed?.access_token ?? null)
      .finally(() => (renewal = null));
    return renewal;
  };
  const renewed = renewing(ask, renew);
  const askWithKey: typeof fetch = (input, init) => (urlOf(input).includes('/auth/v1/') ? ask : renewed)(input, init);
  // The query client retries failed requests. The library would retry each of its attempts three more times, with no
  // option against it: the user would wait half a minute for "it did not load".
  const rest: unknown = Reflect.get(client, 'rest');
  if (typeof rest === 'object' && rest !== null) Reflect.set(rest, 'retry', false);
  return client;
}

export const supabase = await connect();

/** Supabase returns errors; React Query needs them thrown. */
export function unwrap<T>({ data, error }: { data: T; error: Error | null }): NonNullable<T> {
  if (error) throw error;
  // Null only if no rows were requested back, and then the value is not used.
  return data as NonNullable<T>;
}
