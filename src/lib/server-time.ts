// Keys under a clock that is wrong: the server's clock says when one has run out, and this device's only how long ago.

/**
 * The answer that brings a key, without the instant of its end by the server's clock: from how long it lives the library
 * reckons that instant by the clock against which it will look.
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
/** The key in use, or a new one in its place; null where there is none. */
export type Renew = (refused: string) => Promise<string | null>;

const keyIn = (init: RequestInit | undefined): string | null =>
  /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1] ?? null;

/** A request that the server refuses for its key is asked once more with a new one: the old one has run out unnoticed. */
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
