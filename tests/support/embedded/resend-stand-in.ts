// A stand-in for Resend on its own port. Unlike the embedded one it can refuse a mail, return an invalid response, or not
// respond at all.
import { createServer, type IncomingMessage } from 'node:http';
import { mailOf } from '../../../supabase/local/mail/resend';

type Refusal = { status: number; name: string; message: string };
/** An accepted mail, and its idempotency key. */
type AcceptedMail = ReturnType<typeof mailOf> & { id: string; idempotencyKey: string | null };

async function read(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  // A request stream without an encoding yields buffers.
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString() || 'null');
}

/** Start it in beforeAll and give `url` to the functions as RESEND_BASE_URL; call `close` in afterAll. */
export async function resendStandIn() {
  const accepted: AcceptedMail[] = [];
  let requestCount = 0;
  let failure: Refusal | 'dropped connection' | 'HTML page' | null = null;
  const server = createServer((request, reply) => {
    void (async () => {
      requestCount += 1;
      const mail = mailOf(await read(request));
      if (failure === 'dropped connection') return void request.socket.destroy();
      const answer = (status: number, body: unknown) => {
        reply.writeHead(status, { 'content-type': 'application/json' });
        reply.end(JSON.stringify(body));
      };
      if (failure === 'HTML page')
        return void reply.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>');
      if (failure)
        return answer(failure.status, { statusCode: failure.status, name: failure.name, message: failure.message });
      const key = request.headers['idempotency-key'];
      const known = accepted.find(({ idempotencyKey }) => key !== undefined && idempotencyKey === key);
      if (known) return answer(200, { id: known.id });
      const id = crypto.randomUUID();
      accepted.push({ ...mail, id, idempotencyKey: typeof key === 'string' ? key : null });
      answer(200, { id });
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** The accepted mails, each once. */
    accepted,
    /** The number of requests, whatever the response. */
    requestCount: () => requestCount,
    /** From now on every mail fails so: with this refusal, a connection that is dropped, or an HTML page with status 502. */
    failWith: (next: Refusal | 'dropped connection' | 'HTML page') => (failure = next),
    /** Accepts mails again, and clears what was recorded. */
    reset: () => {
      failure = null;
      requestCount = 0;
      accepted.length = 0;
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
