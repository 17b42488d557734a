// The app's address across a deployment: everything is forwarded to `target`, except what the test replaces.
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { pipeline } from 'node:stream';
import type { Page } from 'playwright-core';

type Replacement = { status: number; type?: string; body?: string | Buffer; cache?: string };
/** The replacement for a path; null: what the app serves. */
export type Deployed = (path: string) => Replacement | null;

export async function serveVersions(target: string) {
  let deployed: Deployed = () => null;
  const requestedPaths: string[] = [];
  const server = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', target).pathname;
    requestedPaths.push(path);
    const replacement = deployed(path);
    if (replacement) {
      const { status, type = 'text/plain', body = 'not here', cache = 'no-cache' } = replacement;
      reply.writeHead(status, { 'content-type': type, 'cache-control': cache }).end(body);
      return;
    }
    const forwarded = httpRequest(
      new URL(request.url ?? '/', target),
      // A connection of its own: a kept one may be closed by the server just as the next request uses it.
      { method: request.method ?? 'GET', headers: request.headers, agent: false },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        // If one side breaks off, end the other too.
        pipeline(answer, reply, () => undefined);
      },
    );
    forwarded.on('error', () => reply.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** Requested paths, oldest first. */
    requestedPaths,
    deploy: (next: Deployed) => {
      deployed = next;
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
export type Versions = Awaited<ReturnType<typeof serveVersions>>;

/** Another worker, with the same files. */
export const NEXT_WORKER = {
  type: 'text/javascript',
  body: `${readFileSync('dist/sw.js', 'utf8')}\n// The next version.`,
};

export const checkForUpdate = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.update()));
export const updatePrompt = (page: Page) => page.getByText(/^A new version of the app is ready\./);

/** Leaves a mark that is gone once the page is loaded again. */
export const markPage = (page: Page) => page.evaluate(() => void Reflect.set(window, 'samePage', true));
export const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(window, 'samePage') === true);
