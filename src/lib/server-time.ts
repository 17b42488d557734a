// Tokens on a device with a wrong clock: the server decides when one has expired, the device only measures durations.

/**
 * Removes `expires_at`, a time of the server's clock, from a token response: the library then calculates it from
 * `expires_in` and the device's clock, with which it also compares it.
 */
export async function withoutExpiresAt(response: Response): Promise<Response> {
  const body: unknown = await response.json();
  const { status, headers } = response;
  if (typeof body === 'object' && body !== null && Reflect.has(body, 'expires_in')) {
    Reflect.deleteProperty(body, 'expires_at');
  }
  return new Response(JSON.stringify(body), { status, headers });
}

type Fetch = typeof fetch;
/** A token to use instead of the refused one: the current one if it differs, otherwise a new one; null if none. */
export type RenewToken = (refused: string) => Promise<string | null>;

const bearerToken = (init: RequestInit | undefined): string | null =>
  /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1] ?? null;

/** Retries a request with a new token if it was refused because its token had expired by the server's clock. */
export const retryWithNewToken =
  (send: Fetch, renew: RenewToken): Fetch =>
  async (input, init) => {
    const response = await send(input, init);
    const refused = response.status === 401 ? bearerToken(init) : null;
    const token = refused === null ? null : await renew(refused).catch(() => null);
    if (token === null || token === refused) return response;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return send(input, { ...init, headers });
  };
