// A line between the browser and the server that a test can cut, at any point of an exchange.
import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

export type Fault =
  /** The connection breaks before the server has heard anything. */
  | 'cut before'
  /** The server has answered, and the connection breaks before a byte of it is through. */
  | 'cut after'
  /** Half of the answer's body comes through, then the connection breaks. */
  | 'cut in the middle'
  /** Half of the answer's body comes through and looks whole. */
  | 'half'
  /** A page of somebody on the way in place of the answer, as if all were well. */
  | 'portal'
  /** Nobody is asked, and no answer ever comes. */
  | 'silent'
  /** The server has answered, and the answer never comes. */
  | 'silent after'
  /** The request arrives twice, at the same time. */
  | 'twice'
  /** The server's own way of saying: not now. */
  | { status: number; retryAfter?: string }
  /** All is well, and far away. */
  | { delayMs: number };

/** One request of the app to its backend, and what became of it. */
export type Exchange = {
  method: string;
  /** With its query. */
  path: string;
  body: string;
  /** What the server answered; null while, or because, it was not asked. */
  status: number | null;
  /** The browser waits no longer: it was answered, or gave up. */
  over: boolean;
};

/** The fault that befalls a request, if any. */
export type Rule = (request: { method: string; path: string }) => Fault | null;
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const PAGE = '<!doctype html><title>Welcome</title><h1>Welcome to our wifi</h1><form>Accept</form>';
const BACKEND = /^\/(auth|rest|storage|functions)\/v1\//;
/** Of one connection only; and a length is said anew. */
const OWN = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

async function read(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  // A stream without an encoding gives buffers.
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Opens a line to a server (its origin) on a free port. Without a fault it passes on everything as it is. */
export async function openLine(server: string) {
  let target = server;
  const exchanges: Exchange[] = [];
  const sockets = new Set<Socket>();
  let rule: Rule = () => null;

  const forward = (request: IncomingMessage, body: Buffer): Promise<Answer> =>
    new Promise((done, fail) => {
      const { method, headers } = request;
      const passed = ask(new URL(request.url ?? '/', target), { ...(method ? { method } : {}), headers }, (answer) => {
        read(answer).then(
          (bytes) => done({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes }),
          fail,
        );
      });
      passed.on('error', fail);
      passed.end(body);
    });

  const give = (reply: ServerResponse, { status, headers, body }: Answer, part = body) => {
    const kept = Object.entries(headers).filter(([name]) => !OWN.has(name));
    for (const [name, value] of kept) if (value !== undefined) reply.setHeader(name, value);
    // A browser's cached copy has a length and no body.
    if (status !== 304) reply.setHeader('content-length', body.length);
    reply.writeHead(status);
    if (part === body) reply.end(body);
    else reply.write(part, () => reply.destroy());
  };
  const html = (reply: ServerResponse) =>
    give(reply, { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(PAGE) });

  async function answer(request: IncomingMessage, reply: ServerResponse) {
    const { method = 'GET', url: path = '/' } = request;
    const body = await read(request);
    const exchange: Exchange = { method, path, body: body.toString(), status: null, over: false };
    if (BACKEND.test(path)) exchanges.push(exchange);
    reply.on('close', () => (exchange.over = true));
    const fault = rule({ method, path });
    if (fault === 'silent') return;
    if (fault === 'portal') return html(reply);
    if (fault === 'cut before') return void reply.destroy();
    if (typeof fault === 'object' && fault !== null && 'status' in fault) {
      const headers = {
        'content-type': 'application/json',
        ...(fault.retryAfter ? { 'retry-after': fault.retryAfter } : {}),
      };
      return give(reply, { status: fault.status, headers, body: Buffer.from('{"message":"not now"}') });
    }
    if (typeof fault === 'object' && fault !== null) await after(fault.delayMs);
    const [first] = await Promise.all(
      fault === 'twice' ? [forward(request, body), forward(request, body)] : [forward(request, body)],
    );
    exchange.status = first.status;
    const half = first.body.subarray(0, Math.floor(first.body.length / 2));
    if (fault === 'cut after') reply.destroy();
    else if (fault === 'cut in the middle') give(reply, first, half);
    else if (fault === 'half') give(reply, { ...first, body: half });
    else if (fault !== 'silent after') give(reply, first);
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
  if (typeof address !== 'object' || address === null) throw new Error('the line has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** What the app asked of its backend so far, oldest first. */
    exchanges,
    /** From now on; what is under way stays as it is. */
    break: (next: Rule) => {
      rule = next;
    },
    /** Another server takes over. */
    leadTo: (origin: string) => {
      target = origin;
    },
    mend: () => {
      rule = () => null;
    },
    close: () =>
      new Promise<void>((done) => {
        proxy.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
