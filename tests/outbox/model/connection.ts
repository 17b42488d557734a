// The connection between the phones and the real backend: it can fail at any point, and it records who sent what.
import { ORIGIN, type TestBackend } from '@tests/support/embedded/backend';
import { eventLoopTurns } from '@tests/support/event-loop-turns';
import type { Trouble } from './steps';

/**
 * A request is held because its tab is killed or frozen. `committed`: the server has handled it by then; otherwise it
 * has not reached the server yet.
 */
type Hold = { kind: 'killed' | 'frozen'; committed: boolean };
export type Release = (senderGone?: boolean) => Promise<void>;
/** The condition of the connection during one step. */
export type Condition = {
  trouble: Trouble | Hold;
  /** How many requests go through before the trouble starts. */
  at: number;
  /** Called when a request is held. */
  onHeld?: () => void;
  /** Receives the function that releases a held request; `senderGone` drops the response. */
  onRelease?: (release: Release) => void;
};
/** Who wrote which record of which table. */
export type SentRecord = { writer: string; table: string; id: string };

const networkError = () => new TypeError('Failed to fetch');
/** What a slow connection transfers within a request's timeout. */
const SLOW_BYTES = 500;
const timeoutError = () => new DOMException('took too long', 'TimeoutError');

const REST = `${ORIGIN}/rest/v1/`;
const STORAGE = `${ORIGIN}/storage/v1/`;

const byteLength = (body: unknown) =>
  typeof body === 'string' ? body.length : body instanceof ArrayBuffer ? body.byteLength : 0;

/**
 * How requests that contain one record are answered: with an intermediary's HTML page, with a server error, or as the
 * `Trouble` of the same name.
 */
type BlockedRecord = { id: string; answer: 'blocked page' | 'server error' | 'cut before' | 'cut after' };

const never = () => new Promise<never>(() => undefined);

/** A response whose body breaks off. */
function truncated(answer: Response): Response {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('[{"id":"'));
      stream.error(networkError());
    },
  });
  return new Response(body, { status: answer.status, headers: answer.headers });
}

// The first version of the app called the column `notes` of a job `remark`. The server accepts both names and returns
// both.
const renamed = (text: string) => text.replaceAll('"remark":', '"notes":');
const withOldName = (text: string) => text.replaceAll(/"notes":(null|"[^"]*")/g, '"notes":$1,"remark":$1');

export const GOOD_CONDITION: Condition = { trouble: 'none', at: 0 };

/** A fetch that goes through this connection to the backend. */
export function connectionTo(backend: TestBackend) {
  let condition = GOOD_CONDITION;
  let requestsInStep = 0;
  let totalRequests = 0;
  /** Requests that the backend is answering. */
  let openRequests = 0;
  let timedOut = 0;
  const blockedRecords: BlockedRecord[] = [];
  const sent: SentRecord[] = [];

  async function forward(request: Request): Promise<Response> {
    openRequests += 1;
    return answerOf(request).finally(() => (openRequests -= 1));
  }

  async function answerOf(request: Request): Promise<Response> {
    const token = request.headers.get('authorization')?.split('.')[1] ?? '';
    // The backend verifies the signature; here the token is only decoded.
    const { sub } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { sub: string };
    if (request.url.startsWith(STORAGE)) {
      const id = /([^/]*)\.jpg$/.exec(request.url)?.[1] ?? '';
      sent.push({ writer: sub, table: 'photos', id });
      const { method, headers } = request;
      return backend.fetch(request.url, { method, headers, body: await request.arrayBuffer() });
    }
    const text = request.method === 'GET' ? undefined : renamed(await request.text());
    const { pathname, searchParams } = new URL(request.url);
    const table = pathname.split('/').at(-1) ?? '';
    const named = searchParams.get('id')?.replace('eq.', '');
    const ids = named === undefined ? (text?.match(/"id":"[^"]*"/g) ?? []).map((found) => found.slice(6, -1)) : [named];
    const written = request.method === 'GET' ? [] : ids;
    sent.push(...written.map((id) => ({ writer: sub, table, id })));
    const answer = await backend.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(text === undefined || text === '' ? {} : { body: text }),
    });
    const body = await answer.text();
    const empty = answer.status === 204;
    return new Response(empty ? null : withOldName(body), { status: answer.status, headers: answer.headers });
  }

  async function holdRequest(
    request: Request,
    { kind, committed }: Hold,
    { onHeld, onRelease }: Condition,
  ): Promise<Response> {
    const early = committed ? await forward(request) : null;
    if (kind === 'killed') {
      onHeld?.();
      return never();
    }
    let release: (answer: Response) => void = () => undefined;
    let refuse: (reason: unknown) => void = () => undefined;
    const answer = new Promise<Response>((done, fail) => {
      release = done;
      refuse = fail;
    });
    // Either the held request is delivered late, or only its response.
    onRelease?.(async (senderGone = false) => {
      const late = early ?? (await forward(request).catch(refuse));
      if (late && !senderGone) release(late);
    });
    onHeld?.();
    return answer;
  }

  async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    // Without the abort signal: timeouts are simulated here, and no request really times out.
    const request = new Request(input, { ...init, signal: null });
    const text = typeof init?.body === 'string' ? init.body : '';
    if (!request.url.startsWith(REST) && !request.url.startsWith(STORAGE))
      throw new Error(`unexpected request to ${request.url}`);
    const current = condition;
    const { trouble } = current;
    requestsInStep += 1;
    totalRequests += 1;
    const blocked =
      request.method !== 'GET' && blockedRecords.find(({ id }) => text.includes(id) || request.url.includes(id));
    if (blocked && trouble === 'none') {
      if (blocked.answer === 'blocked page')
        return new Response('<html>This is not allowed here</html>', { status: 403 });
      if (blocked.answer === 'server error')
        return new Response('{"code":"XX000","message":"internal"}', { status: 500 });
      if (blocked.answer === 'cut after') await forward(request);
      throw networkError();
    }
    if (requestsInStep <= current.at) return forward(request);
    if (typeof trouble === 'object') return holdRequest(request, trouble, current);
    if (trouble === 'cut before') throw networkError();
    if (trouble === 'portal') return new Response('<html>Welcome to our wifi</html>', { status: 200 });
    if (trouble === 'empty list') return Response.json([]);
    if (trouble === 'slow') {
      if (byteLength(init?.body) <= SLOW_BYTES) return forward(request);
      timedOut += 1;
      throw timeoutError();
    }
    if (trouble === 'server down') return new Response('{"message":"down"}', { status: 503 });
    const answer = await forward(request);
    if (trouble === 'cut after') throw networkError();
    return trouble === 'cut in the body' ? truncated(answer) : answer;
  }

  return {
    fetch,
    blockedRecords,
    /** Who wrote which record, in the order of arrival. */
    sent,
    /** How many requests timed out. */
    timedOut: () => timedOut,
    /** Waits until no request is open and none was made for a while: a tab whose send lock was stolen keeps sending until it notices. */
    untilIdle: async () => {
      for (let known = -1; known !== totalRequests || openRequests > 0;) {
        known = totalRequests;
        await eventLoopTurns();
      }
    },
    set: (next: Condition) => {
      condition = next;
      requestsInStep = 0;
    },
  };
}
export type Connection = ReturnType<typeof connectionTo>;
