// Plain HTTP to the test backend: supabase-js hides statuses and headers, and refuses to send some requests.
import type { Person, TestBackend } from '../embedded/backend';
import { ORIGIN } from '../embedded/backend';

export type Answer = { status: number; body: unknown; headers: Headers };
export type Rest = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** A person's access token. */
export async function tokenOf(person: Person): Promise<string> {
  const { data } = await person.auth.getSession();
  if (!data.session) throw new Error('this person is not signed in');
  return data.session.access_token;
}

/** Sends requests as a person, anonymously (null), or with the secret key. The body is parsed if it is JSON. */
export function rest(backend: Pick<TestBackend, 'fetch' | 'keys'>, caller: Person | 'service' | null): Rest {
  return async (method, path, body, headers = {}) => {
    const apikey = caller === 'service' ? backend.keys.secret : backend.keys.publishable;
    const authorization =
      caller === null || caller === 'service' ? {} : { authorization: `Bearer ${await tokenOf(caller)}` };
    const response = await backend.fetch(ORIGIN + path, {
      method,
      headers: { apikey, 'content-type': 'application/json', ...authorization, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text };
  };
}
