// The common frame of every function: checks caller, method, size and format, and shapes the response.
import { addressOf, isService, personOf, type Person } from './caller.ts';
import { callingPage, corsHeaders } from './origin.ts';

/** 'person': signed in. 'service': the project itself. 'anyone': the function checks for itself. */
type Caller = 'person' | 'anyone' | 'service';

export type Call<Who extends Caller = Caller> = {
  request: Request;
  /** The parsed JSON; never trusted to identify the caller. */
  body: unknown;
  /** The bytes as received, for verifying signatures. */
  raw: Uint8Array;
  person: Who extends 'person' ? Person : null;
  /** The caller's address, as far as it can be trusted. */
  ip: string;
};

type Options<Who extends Caller> = {
  caller: Who;
  /** The largest body in bytes; 64 kB by default. */
  maxBytes?: number;
};

const DEFAULT_BYTES = 64 * 1024;

/** A 4xx response with a sentence that the page shows. */
export const refuse = (status: number, error: string): Response => Response.json({ success: false, error }, { status });

/** A 2xx response with the result. */
export const succeed = (data: Record<string, unknown> = {}): Response => Response.json({ success: true, ...data });

/** The body's bytes, or null if it is larger than allowed; reading stops at that limit. */
async function readBody(request: Request, most: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > most) return null;
    parts.push(part);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function parsed(raw: Uint8Array): { json: unknown } | null {
  try {
    return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw)) };
  } catch {
    return null;
  }
}

/** The refusal of a request whose method, origin or content type no function accepts; else null. */
function refusedForm(request: Request): Response | null {
  if (request.method !== 'POST') return refuse(405, 'Only POST is answered here.');
  if (callingPage(request) === 'stranger') return refuse(403, 'This page may not ask here.');
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/json' ? null : refuse(415, 'The request has to be JSON.');
}

async function answer<Who extends Caller>(
  request: Request,
  { caller, maxBytes = DEFAULT_BYTES }: Options<Who>,
  work: (call: Call<Who>) => Response | Promise<Response>,
): Promise<Response> {
  const refused = refusedForm(request);
  if (refused) return refused;
  const person = caller === 'person' ? await personOf(request) : null;
  if (caller === 'person' && !person) return refuse(401, 'Please sign in again.');
  if (caller === 'service' && !(await isService(request))) return refuse(401, 'This is not for you to call.');
  const raw = await readBody(request, maxBytes);
  if (!raw) return refuse(413, 'This is too large to send.');
  const body = parsed(raw);
  if (!body) return refuse(400, 'The request could not be read.');
  // For 'person' the person is set by now; for other callers the type is null.
  return work({ request, body: body.json, raw, person: person as Call<Who>['person'], ip: addressOf(request) });
}

/** Serves a function. A thrown error is logged; the caller only gets a general message. */
export function serveFunction<Who extends Caller>(
  options: Options<Who>,
  work: (call: Call<Who>) => Response | Promise<Response>,
): void {
  Deno.serve(async (request) => {
    const frame = { ...corsHeaders(request), 'cache-control': 'no-store' };
    const within = (response: Response) => {
      for (const [name, value] of Object.entries(frame)) response.headers.set(name, value);
      return response;
    };
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: frame });
    try {
      return within(await answer(request, options, work));
    } catch (error) {
      console.error(error instanceof Error ? error.stack : error);
      return within(refuse(500, 'Something went wrong. Please try again.'));
    }
  });
}
