// A plain web server for a built folder: files, and the app's start page for every other path. It has no backend.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** Serves `folder` on a free port; `stop` closes it and every open connection. */
export async function serveFolder(folder: string) {
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const wanted = join(folder, pathname);
    const file = existsSync(wanted) && statSync(wanted).isFile() ? wanted : join(folder, 'index.html');
    reply.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    reply.end(readFileSync(file));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
