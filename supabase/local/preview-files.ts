// The built app as a web server would give it out: cached for ever where the name carries a hash, checked each time
// where it does not, compressed, with its security headers, and 404 for what is not there.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { contentPolicy, SECURITY_HEADERS, type PolicyHosts } from './content-policy.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.pdf': 'application/pdf',
};
const COMPRESSED = /charset=utf-8|font\/ttf/;

type StoredFile = { headers: Record<string, string>; plain: Buffer; gzip: Buffer | null; changed: number };

function load(folder: string, path: string, hosts: PolicyHosts, changed: number): StoredFile {
  const plain = readFileSync(join(folder, path));
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const policy = path.endsWith('.html') ? { 'content-security-policy': contentPolicy(plain.toString(), hosts) } : {};
  return {
    plain,
    changed,
    gzip: COMPRESSED.test(type) ? gzipSync(plain, { level: 9 }) : null,
    headers: {
      ...SECURITY_HEADERS,
      ...policy,
      'content-type': type,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
    },
  };
}

function send(file: StoredFile, request: IncomingMessage, reply: ServerResponse) {
  if (request.headers['if-none-match'] === file.headers['etag']) return void reply.writeHead(304, file.headers).end();
  const zipped = /\bgzip\b/.test(String(request.headers['accept-encoding'])) ? file.gzip : null;
  const body = zipped ?? file.plain;
  reply.writeHead(200, {
    ...file.headers,
    ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    'content-length': body.length,
  });
  reply.end(request.method === 'HEAD' ? undefined : body);
}

/** A handler for everything that is not the backend's: files, and the app's page for its own routes. */
export function previewFiles(folder: string, hosts: PolicyHosts) {
  const known = new Map<string, StoredFile>();
  const find = (path: string): StoredFile | null => {
    const stat = statSync(join(folder, path), { throwIfNoEntry: false });
    if (!stat?.isFile()) return null;
    const file = known.get(path);
    if (file?.changed === stat.mtimeMs) return file;
    const fresh = load(folder, path, hosts, stat.mtimeMs);
    known.set(path, fresh);
    return fresh;
  };
  const pathOf = (request: IncomingMessage): string | null => {
    try {
      // normalize() takes '..' out, so that no path leads out of the folder.
      return normalize(`/${decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)}`);
    } catch {
      return null;
    }
  };
  return (request: IncomingMessage, reply: ServerResponse) => {
    const path = pathOf(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') return void reply.writeHead(405).end();
    const isRoute = path !== null && extname(path) === '' && !/^\/assets\/|\/[._]/.test(path);
    const file = path === null ? null : (find(path) ?? (isRoute ? find('/index.html') : null));
    if (file) return send(file, request, reply);
    reply.writeHead(404, { ...SECURITY_HEADERS, 'content-type': 'text/plain', 'cache-control': 'no-cache' });
    reply.end('Not found');
  };
}
