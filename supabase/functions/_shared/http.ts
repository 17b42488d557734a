// The frame of every function: who may call, how, with how much, and in what form it answers.
import { addressOf, isService, personOf, type Person } from './caller.ts';
import { callingPage, corsHeaders } from './origin.ts';

/** 'person': signed in. 'service': the project itself. 'anyone': the function looks for itself. */
type Caller = 'person' | 'anyone' | 'service';

export type Call<Who extends Caller = Caller> = {
  request: Request;
  /** The parsed JSON; whatever it says about who somebody is counts for nothing. */
  body: unknown;
  /** The bytes as they came, for signatures. */
  raw: Uint8Array;
  person: Who extends 'person' ? Person : null;
  /** The caller's address, as far as it can be trusted. */
  ip: string;
};

type Options<Who extends Caller> = {
  caller: Who;
  /** The largest body; 64 kB where nothing is said. */
  maxBytes?: number;
};

const DEFAULT_BYTES = 64 * 1024;

/** 4xx with a sentence that the page shows. */
export const refuse = (status: number, error: string): Response => Response.json({ success: false, error }, { status });

/** 2xx with what was asked for. */
export const succeed = (data: Record<string, unknown> = {}): Response => Response.json({ success: true, ...data });

/** The body's bytes, or null where there are more than allowed; no more than that is ever held. */
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

/** The refusal of a call in a form that no function takes. */
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
  // A call for a person has one by now; for every other the type says null.
  return work({ request, body: body.json, raw, person: person as Call<Who>['person'], ip: addressOf(request) });
}

/** Serves a function. An error that it throws is told to the log; the caller hears that it went wrong. */
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
