// Connects Node's HTTP server to handlers that take a web Request and return a web Response.
import type { IncomingMessage, ServerResponse } from 'node:http';

const LOOPBACK_ADDRESS = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/;
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Whether both the caller and the requested host are this machine. */
export function isLoopback(request: IncomingMessage): boolean {
  const from = request.socket.remoteAddress ?? '';
  return LOOPBACK_ADDRESS.test(from) && LOOPBACK_HOST.test(request.headers.host ?? '');
}

/** The requested origin if it is this machine, else `otherwise`: a forged Host header must never get into a mail. */
export function originOf(request: IncomingMessage, otherwise: string): string {
  return LOOPBACK_HOST.test(request.headers.host ?? '') ? `http://${request.headers.host}` : otherwise;
}

/** The limit of a hosted project's gateway; buckets and tables have limits of their own. */
const MAX_BODY_BYTES = 50 * 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    // The stream of a request without an encoding yields buffers.
    const buffer = part as Buffer;
    size += buffer.length;
    if (size > MAX_BODY_BYTES) return null;
    parts.push(buffer);
  }
  return Buffer.concat(parts);
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !name.startsWith(':'))
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return headers;
}

/**
 * Answers a Node request with a web handler. The body is read first, so that a slow sender does not block other
 * requests.
 */
export async function answerWith(
  handler: (request: Request) => Promise<Response>,
  origin: string,
  request: IncomingMessage,
  reply: ServerResponse,
) {
  const method = request.method ?? 'GET';
  const body = await readBody(request);
  if (!body) return void reply.writeHead(413).end();
  const hasBody = body.length > 0 && method !== 'GET' && method !== 'HEAD';
  const response = await handler(
    new Request(new URL(request.url ?? '/', origin), {
      method,
      headers: headersOf(request),
      ...(hasBody ? { body: new Uint8Array(body) } : {}),
    }),
  );
  const content = Buffer.from(await response.arrayBuffer());
  reply.statusCode = response.status;
  response.headers.forEach((value, name) => reply.setHeader(name, value));
  reply.setHeader('cache-control', 'no-store');
  reply.end(content);
}

/** Sends a small JSON response from a middleware. */
export function replyJson(reply: ServerResponse, status: number, body: unknown) {
  reply.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  reply.end(JSON.stringify(body));
}
