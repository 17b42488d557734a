// Serves the built app as a production web server would: cached for ever if the name has a hash, revalidated each time
// if not, compressed, with security headers, and 404 for missing files.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PLACEHOLDER_SITE } from '../../src/app/public-site/site.ts';
import { headersFor, readHeaders } from './hosting-files.ts';
import { originOf } from '../../supabase/local/web-bridge.ts';

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

type StoredFile = { headers: Record<string, string>; plain: Buffer; gzip: Buffer | null; modifiedAt: number };

/** Files that may contain a placeholder for the site's address; it is replaced by this server's origin. */
const HAS_SITE_ADDRESS = /\.(?:html|xml|txt)$/;

function load(folder: string, path: string, origin: string, modifiedAt: number): StoredFile {
  const stored = readFileSync(join(folder, path));
  const plain = HAS_SITE_ADDRESS.test(path)
    ? Buffer.from(stored.toString().replaceAll(PLACEHOLDER_SITE, origin))
    : stored;
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  return {
    plain,
    modifiedAt,
    gzip: COMPRESSED.test(type) ? gzipSync(plain, { level: 9 }) : null,
    headers: {
      'content-type': type,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    },
  };
}

function send(file: StoredFile, extraHeaders: Record<string, string>, request: IncomingMessage, reply: ServerResponse) {
  const headers = { ...file.headers, ...extraHeaders };
  if (request.headers['if-none-match'] === file.headers['etag']) return void reply.writeHead(304, headers).end();
  const zipped = /\bgzip\b/.test(String(request.headers['accept-encoding'])) ? file.gzip : null;
  const body = zipped ?? file.plain;
  reply.writeHead(200, {
    ...headers,
    ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    'content-length': body.length,
  });
  reply.end(request.method === 'HEAD' ? undefined : body);
}

/** A handler for everything except the backend: files, the public pages, and the app's page for its own routes. */
export function previewFiles(folder: string) {
  const cache = new Map<string, StoredFile>();
  const find = (path: string, origin: string): StoredFile | null => {
    const stat = statSync(join(folder, path), { throwIfNoEntry: false });
    if (!stat?.isFile()) return null;
    const key = HAS_SITE_ADDRESS.test(path) ? origin + path : path;
    const file = cache.get(key);
    if (file?.modifiedAt === stat.mtimeMs) return file;
    const loaded = load(folder, path, origin, stat.mtimeMs);
    cache.set(key, loaded);
    return loaded;
  };
  const pathOf = (request: IncomingMessage): string | null => {
    try {
      // normalize() removes '..', so that no path leads out of the folder.
      return normalize(`/${decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)}`);
    } catch {
      return null;
    }
  };
  const headersFile = () => {
    const path = join(folder, '_headers');
    return existsSync(path) ? readHeaders(readFileSync(path, 'utf8')) : [];
  };
  let rules: ReturnType<typeof readHeaders> | undefined;
  return (request: IncomingMessage, reply: ServerResponse) => {
    const path = pathOf(request);
    // The same rules that a host would read.
    rules ??= headersFile();
    const extraHeaders = headersFor(rules, path ?? '/');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void reply.writeHead(405, { ...extraHeaders, allow: 'GET, HEAD' }).end();
    const origin = originOf(request, PLACEHOLDER_SITE);
    const isShown = path !== null && !/\/[._]/.test(path);
    const isRoute = isShown && extname(path) === '' && !path.startsWith('/assets/');
    const pages = isRoute ? [`${path.replace(/\/$/, '')}.html`, '/index.html'] : [];
    for (const name of isShown ? [path, ...pages] : []) {
      const file = find(name, origin);
      if (file) return send(file, extraHeaders, request, reply);
    }
    reply.writeHead(404, { ...extraHeaders, 'content-type': 'text/plain', 'cache-control': 'no-cache' });
    reply.end('Not found');
  };
}
