// The files that the service worker stores after the installation: public documents, PDF, maps and calculators. The app
// starts without them, and works without signal before they are there.
import type { LaterFileResult } from '@/lib/worker-messages';
import type { FileCheck, InstalledFile } from './verified-files';

const CACHE_NAME = 'farm-diary-later-files';
/** Limits how long a stalled connection keeps the worker busy: a new version takes over only between two requests. */
const FETCH_TIMEOUT_MS = 2 * 60_000;

/** '/pricing.html' also answers '/pricing'. */
const pathsOf = (url: string) => [`/${url}`, ...(url.endsWith('.html') ? [`/${url.slice(0, -'.html'.length)}`] : [])];

/** `fallback`: the response to a navigation without signal to a document that is not stored yet. */
export function laterFiles(
  files: readonly InstalledFile[],
  check: FileCheck,
  fallback: () => Promise<Response | undefined>,
) {
  // The hash is part of the key: two versions of a file can be stored side by side while the new one waits.
  const keyOf = ({ url, hash = '' }: InstalledFile) => `/${url}?${hash}`;
  const byPath = new Map(files.flatMap((file) => pathsOf(file.url).map((path) => [path, file] as const)));

  async function fetchFile(file: InstalledFile): Promise<Response | null> {
    const address = `/${file.url}`;
    return check.verifiedResponse(
      new URL(address, self.location.origin).href,
      await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) }),
    );
  }

  /**
   * Stores the file at this index of the list unless it is already stored. The page sends one message per file, because
   * a new version takes over only while the worker is idle.
   */
  async function storeFile(index: number): Promise<LaterFileResult> {
    const file = files[index];
    if (!file) return 'end';
    const cache = await caches.open(CACHE_NAME);
    if (await cache.match(keyOf(file))) return 'stored';
    const response = await fetchFile(file).catch(() => null);
    if (!response) return 'missing';
    await cache.put(keyOf(file), response);
    return 'stored';
  }

  /** Deletes the files of earlier versions. */
  async function deleteOutdated() {
    const cache = await caches.open(CACHE_NAME);
    const current = new Set(files.map((file) => new URL(keyOf(file), self.location.origin).href));
    for (const request of await cache.keys()) if (!current.has(request.url)) await cache.delete(request);
  }

  async function respond(request: Request, path: string): Promise<Response> {
    const file = byPath.get(path);
    const stored = file && (await (await caches.open(CACHE_NAME)).match(keyOf(file)));
    if (stored) return stored;
    try {
      // Does not store the response: only `storeFile` does, in the background.
      return await fetch(request);
    } catch (error) {
      const response = request.mode === 'navigate' ? await fallback() : undefined;
      if (response) return response;
      throw error;
    }
  }

  return { has: (path: string) => byPath.has(path), storeFile, deleteOutdated, respond };
}
