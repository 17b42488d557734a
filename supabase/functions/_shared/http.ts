// What every function shares: checks caller, method, size and format, and builds the response.
import { addressOf, isService, personOf, type Person } from './caller.ts';
import { callingPage, corsHeaders } from './origin.ts';

/** 'person': a signed-in person. 'service': the project itself. 'anyone': not checked here; the function must do it. */
type Caller = 'person' | 'anyone' | 'service';

export type Call<Kind extends Caller = Caller> = {
  request: Request;
  /** The parsed JSON; never trusted to identify the caller. */
  body: unknown;
  /** The bytes as received, for verifying signatures. */
  raw: Uint8Array;
  person: Kind extends 'person' ? Person : null;
  /** The caller's address, as far as it can be trusted. */
  ip: string;
};

type Options<Kind extends Caller> = {
  caller: Kind;
  /** The largest body in bytes; 64 kB by default. */
  maxBytes?: number;
};

const DEFAULT_BYTES = 64 * 1024;

/** A 4xx response with a message that the page shows. */
export const refuse = (status: number, error: string): Response => Response.json({ success: false, error }, { status });

/** A 2xx response with the result. */
export const succeed = (data: Record<string, unknown> = {}): Response => Response.json({ success: true, ...data });

/** The body's bytes, or null if it is larger than allowed; reading stops at that limit. */
async function readBody(request: Request, limit: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > limit) return null;
    parts.push(part);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

function parseJson(raw: Uint8Array): { json: unknown } | null {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw)) };
  } catch {
    return null;
  }
}

/** The refusal of a request with a method, origin or content type that no function accepts; else null. */
function checkForm(request: Request): Response | null {
  if (request.method !== 'POST') return refuse(405, 'Only POST is answered here.');
  if (callingPage(request) === 'other') return refuse(403, 'This page may not ask here.');
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/json' ? null : refuse(415, 'The request has to be JSON.');
}

async function respond<Kind extends Caller>(
  request: Request,
  { caller, maxBytes = DEFAULT_BYTES }: Options<Kind>,
  handle: (call: Call<Kind>) => Response | Promise<Response>,
): Promise<Response> {
  const refused = checkForm(request);
  if (refused) return refused;
  const person = caller === 'person' ? await personOf(request) : null;
  if (caller === 'person' && !person) return refuse(401, 'Please sign in again.');
  // None of the functions only reads. Employees are refused by each function itself: all are for account holders.
  if (person?.isDemo) return refuse(403, 'This is the demo farm: you can look at everything, but not change it.');
  if (caller === 'service' && !(await isService(request))) return refuse(401, 'This is not for you to call.');
  const raw = await readBody(request, maxBytes);
  if (!raw) return refuse(413, 'This is too large to send.');
  const body = parseJson(raw);
  if (!body) return refuse(400, 'The request could not be read.');
  // TypeScript can't infer that the person is set if the caller is 'person', and null otherwise.
  return handle({ request, body: body.json, raw, person: person as Call<Kind>['person'], ip: addressOf(request) });
}

/** Serves a function. A thrown error is logged; the caller only gets a general message. */
export function serveFunction<Kind extends Caller>(
  options: Options<Kind>,
  handle: (call: Call<Kind>) => Response | Promise<Response>,
): void {
  Deno.serve(async (request) => {
    const headers = { ...corsHeaders(request), 'cache-control': 'no-store' };
    const addHeaders = (response: Response) => {
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    };
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
    try {
      return addHeaders(await respond(request, options, handle));
    } catch (error) {
      console.error(error instanceof Error ? error.stack : error);
      return addHeaders(refuse(500, 'Something went wrong. Please try again.'));
    }
  });
}
