// Serves a built folder as over a slow phone network, with the figures of Lighthouse's applied "slow 4G". The server
// applies the delay, not the browser, so that the service worker's requests are slowed down too.
import { existsSync, readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import { extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Each response begins after `latency` ms, and all connections share `bytesPerSecond`. */
export const NETWORKS = {
  slow4g: { latency: 562.5, bytesPerSecond: 1_474_560 / 8 },
  fast4g: { latency: 165, bytesPerSecond: 8_100_000 / 8 },
  none: { latency: 0, bytesPerSecond: Infinity },
};

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain',
};
/** Bytes per write: four TCP segments. */
const PACKET = 1460 * 4;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

class Throttle {
  on = true;
  #freeAt = 0;
  constructor(network) {
    this.network = network;
  }

  async latency() {
    if (this.on && this.network.latency > 0) await sleep(this.network.latency);
  }

  async write(reply, bytes) {
    for (let at = 0; at < bytes.length; at += PACKET) {
      const packet = bytes.subarray(at, at + PACKET);
      if (this.on && this.network.bytesPerSecond !== Infinity) {
        const now = performance.now();
        this.#freeAt = Math.max(now, this.#freeAt) + (packet.length / this.network.bytesPerSecond) * 1000;
        if (this.#freeAt - now > 1) await sleep(this.#freeAt - now);
      }
      if (reply.destroyed) return;
      reply.write(packet);
    }
  }
}

function responseFor(folder, path, accept) {
  let file = join(folder, path);
  if (!file.startsWith(folder)) return null;
  if (existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html');
  // The public pages are separate HTML documents.
  if (!existsSync(file) && existsSync(`${file}.html`)) file = `${file}.html`;
  if (!existsSync(file)) {
    if (extname(path) !== '' && !accept.includes('text/html')) return null;
    file = join(folder, 'index.html');
  }
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const plain = readFileSync(file);
  const zipped = /text|javascript|json|svg|font\/ttf/.test(type);
  const body = zipped ? gzipSync(plain, { level: 9 }) : plain;
  const hashed = /[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/.test(file) && !file.endsWith('.html');
  return {
    body,
    headers: {
      'content-type': type,
      'content-length': body.length,
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    },
  };
}

/** Serves `folder` on a free port of this machine. `down` and `kill()` simulate an unreachable server. */
export async function serveThrottled(folder, network) {
  const root = resolve(folder);
  const throttle = new Throttle(network);
  const sockets = new Set();
  const responses = new Map();
  const state = { throttle, down: false, bytes: 0 };
  const server = http.createServer(async (request, reply) => {
    if (state.down) return request.socket.destroy();
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    const accept = request.headers.accept ?? '';
    const key = `${path} ${accept.includes('text/html')}`;
    if (!responses.has(key)) responses.set(key, responseFor(root, path, accept));
    const response = responses.get(key);
    await throttle.latency();
    if (state.down) return request.socket.destroy();
    reply.writeHead(response ? 200 : 404, response?.headers ?? {});
    if (response) await throttle.write(reply, response.body);
    state.bytes += response?.body.length ?? 0;
    reply.end();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const kill = () => {
    for (const socket of sockets) socket.destroy();
  };
  return Object.assign(state, {
    origin: `http://127.0.0.1:${server.address().port}`,
    kill,
    close: () => {
      kill();
      server.close();
    },
  });
}
