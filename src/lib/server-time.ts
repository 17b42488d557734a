// Tokens on a device with a wrong clock: the server decides when one has expired, the device only measures durations.

/**
 * A token response without `expires_at`, which is by the server's clock: the library then calculates it from
 * `expires_in` by the device's clock, which it also uses for the check.
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
/** The current token, or a new one in its place; null if there is none. */
export type RenewToken = (refused: string) => Promise<string | null>;

const bearerToken = (init: RequestInit | undefined): string | null =>
  /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1] ?? null;

/** Retries a request that was refused for its token with a new one: the old one expired unnoticed. */
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
