// Simulates an intermediary that answers requests for some of the app's files with its own page and status 200.
import { createHash } from 'node:crypto';
import type { Deployed } from '@tests/support/browser/versions';

const WORDS = 'Blocked by your network';
const body = `<!doctype html><html><head><title>Blocked</title></head><body>${WORDS}</body></html>`;
const page = { status: 200, type: 'text/html', body };
/** Cached by the browser for a year, as some hosts configure for everything below /assets. */
const cachedPage = { ...page, cache: 'public, max-age=31536000, immutable' };

const APP_PATH = /^\/(?!rest|auth|functions|storage|_)/;
/** The kinds of files: each function says whether the file at a path is of its kind. */
const FILES: readonly ((path: string) => boolean)[] = [
  (path) => /^\/assets\/first-/.test(path),
  (path) => /^\/assets\/tray-/.test(path),
  (path) => /^\/(?:index\.html)?$/.test(path),
  (path) => path === '/sw.js',
  (path) => APP_PATH.test(path) && path !== '/sw.js',
];

/**
 * Chooses at random which files are wrong: one kind, a third of the assets, or all. `timesServed`: how often
 * a wrong file was served.
 */
export function wrongAnswers(chance: () => number) {
  const salt = String(chance());
  const isInThird = (path: string) =>
    path.startsWith('/assets/') &&
    (createHash('md5')
      .update(salt + path)
      .digest()[0] ?? 0) < 85;
  const isWrong = [...FILES, isInThird, isInThird][Math.floor(chance() * (FILES.length + 2))] ?? isInThird;
  const answer = chance() < 0.3 ? cachedPage : page;
  let served = 0;
  return {
    timesServed: () => served,
    withWrongFiles:
      (deployed: Deployed): Deployed =>
      (path) => {
        if (!isWrong(path)) return deployed(path);
        served += 1;
        // The start page is never cached for long.
        return path.startsWith('/assets/') ? answer : page;
      },
  };
}

/** Runs in the page: the paths under which the worker's caches contain the intermediary's page. */
export async function cachedBlockPages() {
  const found: string[] = [];
  for (const name of (await caches.keys()).filter((one) => one.startsWith('workbox'))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const text = (await (await cache.match(request))?.text()) ?? '';
      if (text.includes('Blocked by your network')) found.push(new URL(request.url).pathname);
    }
  }
  return found;
}
