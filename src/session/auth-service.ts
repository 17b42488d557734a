// Requests to the auth service that leave the session on this device alone.
import { backendConfig } from '@/lib/env';

/**
 * Posts to the auth service. Returns the status and a function that reads a text of the answer. The status is null
 * without an answer, also if a network answers with a page of its own. Never throws.
 */
export async function postToAuth(path: string, body: unknown, headers: Record<string, string> = {}) {
  const config = await backendConfig().catch(() => null);
  const response =
    config &&
    (await fetch(`${config.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: config.key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }).catch(() => null));
  const json: unknown = await response?.json().catch(() => null);
  const answer = typeof json === 'object' ? json : null;
  const read = (name: string): string | null => {
    const value: unknown = answer && Reflect.get(answer, name);
    return typeof value === 'string' ? value : null;
  };
  return { status: response && answer !== null ? response.status : null, read };
}
