// The connection between the phones and the real backend: it can break at any point, and it records who sent what.
import { ORIGIN, type TestBackend } from '@tests/support/embedded/backend';
import type { Trouble } from './steps';

type Wait = { kind: 'dead' | 'frozen'; committed: boolean };
export type Go = (deaf?: boolean) => Promise<void>;
/** The condition of the connection during one step. */
export type Pass = {
  trouble: Trouble | Wait;
  /** The request from which the trouble starts. */
  at: number;
  /** Called when a request is held. */
  held?: () => void;
  /** Receives the function that releases a held request; `deaf`: the sender is gone. */
  thaw?: (go: Go) => void;
};
/** Who wrote which record of which table. */
export type Sent = { by: string; table: string; id: string };

const fails = () => new TypeError('Failed to fetch');
/** What a slow connection transfers within a request's timeout. */
const SLOW_BYTES = 500;
const tooLate = () => new DOMException('took too long', 'TimeoutError');

const REST = `${ORIGIN}/rest/v1/`;
const STORAGE = `${ORIGIN}/storage/v1/`;

const sizeOf = (body: unknown) =>
  typeof body === 'string' ? body.length : body instanceof ArrayBuffer ? body.byteLength : 0;

/** How requests that contain one record are answered; `after all`: by the server, but the response is lost. */
type Curse = { id: string; answer: 'page' | 'fails' | 'breaks off' | 'after all' };

const never = () => new Promise<never>(() => undefined);

/** A response whose body breaks off. */
function broken(answer: Response): Response {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('[{"id":"'));
      stream.error(fails());
    },
  });
  return new Response(body, { status: answer.status, headers: answer.headers });
}

// The first version of the app called a note a remark; the server still accepts and returns the old name beside the
// new.
const renamed = (text: string) => text.replaceAll('"remark":', '"notes":');
const withOldName = (text: string) => text.replaceAll(/"notes":(null|"[^"]*")/g, '"notes":$1,"remark":$1');

export const GOOD: Pass = { trouble: 'none', at: 0 };

/** Replaces the browser's fetch while `during` runs. */
export function lineTo(backend: TestBackend) {
  let pass = GOOD;
  let asked = 0;
  let requests = 0;
  let slowed = 0;
  const curses: Curse[] = [];
  const sent: Sent[] = [];

  async function reach(request: Request): Promise<Response> {
    const token = request.headers.get('authorization')?.split('.')[1] ?? '';
    // The backend verifies the signature; here the token is only decoded.
    const { sub } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { sub: string };
    if (request.url.startsWith(STORAGE)) {
      const id = /([^/]*)\.jpg$/.exec(request.url)?.[1] ?? '';
      sent.push({ by: sub, table: 'photos', id });
      const { method, headers } = request;
      return backend.fetch(request.url, { method, headers, body: await request.arrayBuffer() });
    }
    const text = request.method === 'GET' ? undefined : renamed(await request.text());
    const { pathname, searchParams } = new URL(request.url);
    const table = pathname.split('/').at(-1) ?? '';
    const named = searchParams.get('id')?.replace('eq.', '');
    const ids = named === undefined ? (text?.match(/"id":"[^"]*"/g) ?? []).map((found) => found.slice(6, -1)) : [named];
    const written = request.method === 'GET' ? [] : ids;
    sent.push(...written.map((id) => ({ by: sub, table, id })));
    const answer = await backend.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(text === undefined || text === '' ? {} : { body: text }),
    });
    const said = await answer.text();
    const empty = answer.status === 204;
    return new Response(empty ? null : withOldName(said), { status: answer.status, headers: answer.headers });
  }

  async function hold(request: Request, { kind, committed }: Wait, { held, thaw }: Pass): Promise<Response> {
    const early = committed ? await reach(request) : null;
    if (kind === 'dead') {
      held?.();
      return never();
    }
    let release: (answer: Response) => void = () => undefined;
    let refuse: (reason: unknown) => void = () => undefined;
    const answer = new Promise<Response>((done, fail) => {
      release = done;
      refuse = fail;
    });
    // A held request is delivered late, or its response is.
    thaw?.(async (deaf = false) => {
      const late = early ?? (await reach(request).catch(refuse));
      if (late && !deaf) release(late);
    });
    held?.();
    return answer;
  }

  async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    // The signal is removed: trouble is simulated here, and no request really times out.
    const request = new Request(input, { ...init, signal: null });
    const text = typeof init?.body === 'string' ? init.body : '';
    if (!request.url.startsWith(REST) && !request.url.startsWith(STORAGE))
      throw new Error(`nobody asks for ${request.url}`);
    const now = pass;
    const { trouble } = now;
    asked += 1;
    requests += 1;
    const curse = request.method !== 'GET' && curses.find(({ id }) => text.includes(id) || request.url.includes(id));
    if (curse && trouble === 'none') {
      if (curse.answer === 'page') return new Response('<html>This is not allowed here</html>', { status: 403 });
      if (curse.answer === 'fails') return new Response('{"code":"XX000","message":"internal"}', { status: 500 });
      if (curse.answer === 'after all') await reach(request);
      throw fails();
    }
    if (asked <= now.at) return reach(request);
    if (typeof trouble === 'object') return hold(request, trouble, now);
    if (trouble === 'cut before') throw fails();
    if (trouble === 'portal') return new Response('<html>Welcome to our wifi</html>', { status: 200 });
    if (trouble === 'empty list') return Response.json([]);
    if (trouble === 'slow') {
      if (sizeOf(init?.body) <= SLOW_BYTES) return reach(request);
      slowed += 1;
      throw tooLate();
    }
    if (trouble === 'server down') return new Response('{"message":"down"}', { status: 503 });
    const answer = await reach(request);
    if (trouble === 'cut after') throw fails();
    return trouble === 'cut in the body' ? broken(answer) : answer;
  }

  return {
    fetch,
    curses,
    /** Who wrote which record, in the order of arrival. */
    sent,
    /** How many requests timed out. */
    slowed: () => slowed,
    /** Waits until no request was made for a while: what was left running after a lock was stolen ends by itself. */
    quiet: async () => {
      for (let known = -1; known !== requests;) {
        known = requests;
        await new Promise((done) => setTimeout(done, 30));
      }
    },
    set: (next: Pass) => {
      pass = next;
      asked = 0;
    },
  };
}
export type Line = ReturnType<typeof lineTo>;
