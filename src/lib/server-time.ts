// Tokens on a device with a wrong clock: the server decides when one has expired, the device only measures durations.

/**
 * A token response without `expires_at`, which is by the server's clock: the library then calculates it from
 * `expires_in` by the device's clock, which it also uses for the check.
 */
export async function byThisClock(response: Response): Promise<Response> {
  const body: unknown = await response.json();
  const { status, headers } = response;
  if (typeof body === 'object' && body !== null && Reflect.has(body, 'expires_in')) {
    Reflect.deleteProperty(body, 'expires_at');
  }
  return new Response(JSON.stringify(body), { status, headers });
}

type Ask = typeof fetch;
/** The current token, or a new one in its place; null if there is none. */
export type Renew = (refused: string) => Promise<string | null>;

const keyIn = (init: RequestInit | undefined): string | null =>
  /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1] ?? null;

/** Retries a request that was refused for its token with a new one: the old one expired unnoticed. */
export const renewing =
  (ask: Ask, renew: Renew): Ask =>
  async (input, init) => {
    const response = await ask(input, init);
    const refused = response.status === 401 ? keyIn(init) : null;
    const key = refused === null ? null : await renew(refused).catch(() => null);
    if (key === null || key === refused) return response;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${key}`);
    return ask(input, { ...init, headers });
  };
