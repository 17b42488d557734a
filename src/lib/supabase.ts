// The app's client of the backend. Import this module lazily: it waits for the backend's address and loads the libraries.
import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from './database.types';
import { backendConfig, sessionKey } from './env';
import { carriesMailSession } from './mail-session';
import { renewSession } from './renew-session';
import { withoutExpiresAt, retryWithNewToken, type RenewToken } from './server-time';
import { withReadTimeout } from './read-timeout';

/** The build has no project configured and there is no embedded backend; the app shows a message. */
class NotConfiguredError extends Error {
  override name = 'NotConfiguredError';
}

const urlOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : input.toString());

const RENEWAL_TIMEOUT_MS = 15_000;
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);
/** The library treats it as no response, and retries. */
const UNAVAILABLE = { status: 503, headers: { 'content-type': 'application/json' } };

// A wrapper, so that `fetch` is looked up at each call: tests replace it.
const timedFetch = withReadTimeout((input, init) => fetch(input, init));

/**
 * A captive portal (a hotel's wifi) may refuse requests with a page of its own. Treated as the server's refusal of a
 * token, it would sign the user out, so it counts as no response: the server's own refusals are JSON. A renewal without
 * a response times out, because everything that needs a token waits for it, including the outbox.
 */
const guardedFetch: typeof fetch = async (input, init) => {
  const url = urlOf(input);
  const isRenewal = url.includes('/auth/v1/token?grant_type=refresh_token');
  const response = await timedFetch(
    input,
    isRenewal ? { ...init, signal: AbortSignal.timeout(RENEWAL_TIMEOUT_MS) } : init,
  );
  const isRefusalPage = response.status >= 400 && !response.headers.get('content-type')?.includes('json');
  // Rate limiting or a failing server does not end the session: only a clear refusal does.
  if (isRenewal && response.status >= 400 && !REFUSALS.has(response.status)) return new Response('{}', UNAVAILABLE);
  if (isRefusalPage && url.includes('/auth/v1/')) {
    throw new TypeError('Failed to fetch');
  }
  return response.ok && url.includes('/auth/v1/token') ? withoutExpiresAt(response) : response;
};

/**
 * The parts of supabase-js that the app uses. The package itself includes realtime channels, and loads the libraries of
 * storage and functions on every page.
 */
async function connect() {
  const config = await backendConfig();
  if (!config) throw new NotConfiguredError('This copy of the app has not been connected to a database.');
  const { url, key } = config;
  const serviceUrl = (service: string) => `${url.replace(/\/+$/, '')}/${service}/v1`;
  const auth = new AuthClient({
    url: serviceUrl('auth'),
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    storageKey: sessionKey(url),
    flowType: 'implicit',
    detectSessionInUrl: carriesMailSession,
    fetch: guardedFetch,
  });
  const token = async () => (await auth.getSession()).data.session?.access_token ?? null;
  // Requests that are refused together wait for one renewal.
  let renewal: Promise<string | null> | null = null;
  const renew: RenewToken = async (refused) => {
    const current = await token();
    if (current !== refused) return current;
    renewal ??= renewSession(auth)
      .then((renewed) => renewed?.access_token ?? null)
      .finally(() => (renewal = null));
    return renewal;
  };
  const fetchWithRenewal = retryWithNewToken(guardedFetch, renew);
  /** Fetch as the signed-in user, or anonymously. */
  const userFetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', key);
    headers.set('Authorization', `Bearer ${(await token()) ?? key}`);
    return fetchWithRenewal(input, { ...init, headers });
  };
  // The query client retries failed requests. The library would retry each of its attempts three more times: the user
  // would wait half a minute for "it did not load".
  const database = new PostgrestClient<Database>(serviceUrl('rest'), { fetch: userFetch, retry: false });
  return Object.assign(database, {
    auth,
    /** Address and fetch for the client of another service, whose library is loaded with the first call. */
    service: (name: 'functions' | 'storage') => ({ url: serviceUrl(name), fetch: userFetch }),
  });
}

/** The database's API and the auth service. */
export const supabase = await connect();

/** Supabase returns errors; React Query needs them thrown. */
export function unwrap<T>({ data, error }: { data: T; error: Error | null }): NonNullable<T> {
  if (error) throw error;
  // Null only if no rows were requested back, and then the value is not used.
  return data as NonNullable<T>;
}
