// A proxy between the browser and the server that can break a request or response at any point.
import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

export type Fault =
  /** The connection breaks before the server has received anything. */
  | 'cut before request'
  /** The server has responded, and the connection breaks before a byte of the response arrives. */
  | 'cut before response'
  /** Half of the response body arrives, then the connection breaks. */
  | 'cut during response'
  /** Half of the response body arrives and looks complete (content-length matches). */
  | 'truncated response'
  /** A captive portal's page with status 200 instead of the response. */
  | 'captive portal'
  /** The request is not forwarded, and no response ever comes. */
  | 'never forwarded'
  /** The server has responded, but the response never arrives. */
  | 'response never arrives'
  /** The request arrives twice, at the same time. */
  | 'forwarded twice'
  /** An error status, with an optional Retry-After header. */
  | { status: number; retryAfter?: string }
  /** A delayed but complete exchange. */
  | { delayMs: number };

/** One request of the app to its backend, and its result. */
export type Exchange = {
  method: string;
  /** With its query. */
  path: string;
  body: string;
  /** The server's status; null if the request was not forwarded, or not yet. */
  status: number | null;
  /** Whether the browser has received the response or has given up. */
  finished: boolean;
};

/** The fault to apply to a request, or null. */
export type Rule = (request: { method: string; path: string }) => Fault | null;
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const PORTAL_PAGE = '<!doctype html><title>Welcome</title><h1>Welcome to our wifi</h1><form>Accept</form>';
const BACKEND = /^\/(auth|rest|storage|functions)\/v1\//;
/** Headers that apply to a single connection, and the length, which the proxy sets itself. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

async function read(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  // A stream without an encoding yields buffers.
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const delay = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Opens a proxy to a server (its origin) on a free port. Without a fault it forwards everything unchanged. */
export async function openProxy(server: string) {
  let target = server;
  const exchanges: Exchange[] = [];
  const sockets = new Set<Socket>();
  let rule: Rule = () => null;

  const forward = (request: IncomingMessage, body: Buffer): Promise<Answer> =>
    new Promise((done, fail) => {
      const { method, headers } = request;
      const forwarded = ask(
        new URL(request.url ?? '/', target),
        // A connection of its own: a kept one may be closed by the server just as the next request uses it.
        { ...(method ? { method } : {}), headers, agent: false },
        (answer) => {
          read(answer).then(
            (bytes) => done({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }),
            fail,
          );
        },
      );
      forwarded.on('error', fail);
      forwarded.end(body);
    });

  const sendAnswer = (reply: ServerResponse, { status, headers, body }: Answer, part = body) => {
    const entries = Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
    for (const [name, value] of entries) if (value !== undefined) reply.setHeader(name, value);
    // A 304 response may have a content length but no body.
    if (status !== 304) reply.setHeader('content-length', body.length);
    reply.writeHead(status);
    if (part === body) reply.end(body);
    else reply.write(part, () => reply.destroy());
  };
  const html = (reply: ServerResponse) =>
    sendAnswer(reply, { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(PORTAL_PAGE) });

  async function answer(request: IncomingMessage, reply: ServerResponse) {
    const { method = 'GET', url: path = '/' } = request;
    const body = await read(request);
    const exchange: Exchange = { method, path, body: body.toString(), status: null, finished: false };
    if (BACKEND.test(path)) exchanges.push(exchange);
    reply.on('close', () => (exchange.finished = true));
    const fault = rule({ method, path });
    if (fault === 'never forwarded') return;
    if (fault === 'captive portal') return html(reply);
    if (fault === 'cut before request') return void reply.destroy();
    if (typeof fault === 'object' && fault !== null && 'status' in fault) {
      const headers = {
        'content-type': 'application/json',
        ...(fault.retryAfter ? { 'retry-after': fault.retryAfter } : {}),
      };
      return sendAnswer(reply, { status: fault.status, headers, body: Buffer.from('{"message":"not now"}') });
    }
    if (typeof fault === 'object' && fault !== null) await delay(fault.delayMs);
    const [first] = await Promise.all(
      fault === 'forwarded twice' ? [forward(request, body), forward(request, body)] : [forward(request, body)],
    );
    exchange.status = first.status;
    const half = first.body.subarray(0, Math.floor(first.body.length / 2));
    if (fault === 'cut before response') reply.destroy();
    else if (fault === 'cut during response') sendAnswer(reply, first, half);
    else if (fault === 'truncated response') sendAnswer(reply, { ...first, body: half });
    else if (fault !== 'response never arrives') sendAnswer(reply, first);
  }

  const proxy = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.destroy());
  });
  proxy.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** The app's requests to its backend so far, oldest first. */
    exchanges,
    /** Applies this rule from now on; requests that are already running are not affected. */
    break: (next: Rule) => {
      rule = next;
    },
    /** Forwards to another server from now on. */
    forwardTo: (origin: string) => {
      target = origin;
    },
    repair: () => {
      rule = () => null;
    },
    close: () =>
      new Promise<void>((done) => {
        proxy.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
