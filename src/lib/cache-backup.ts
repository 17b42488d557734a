// A backup on this device outside IndexedDB, in the Cache API. If a browser is killed during a write, the log of its
// IndexedDB may end in half a record; the next start appends to it, which makes the log unreadable, and the start after
// that replaces all databases of the site with empty ones. Data that must survive this is stored here as well.

type Path = readonly string[];
/** A JSON value with optional bytes. */
type BackupEntry = { value: unknown; bytes: ArrayBuffer };
type PutOptions = { bytes?: ArrayBuffer; onlyMissing?: boolean; isCancelled?: () => boolean };

const ROOT = '/spare/';
const NEWLINE = 10;
/** If the device does not respond in this time, the backup is unavailable: callers must not wait forever. */
const TIMEOUT_MS = 3000;

const addressOf = (path: Path) => ROOT + path.map(encodeURIComponent).join('/');
const pathOf = ({ url }: Request) => new URL(url).pathname.slice(ROOT.length).split('/').map(decodeURIComponent);

const withTimeout = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new DOMException('The cache does not answer', 'TimeoutError')), TIMEOUT_MS);
    }),
  ]);

/** One line of JSON, followed by the bytes. */
async function read(response: Response): Promise<BackupEntry> {
  const all = await response.arrayBuffer();
  const end = new Uint8Array(all).indexOf(NEWLINE);
  return { value: JSON.parse(new TextDecoder().decode(all.slice(0, end))) as unknown, bytes: all.slice(end + 1) };
}

/** Opens a backup. Each call rejects if the device refuses; without the Cache API it is empty and stores nothing. */
export function cacheBackup(name: string) {
  const cacheStorage = typeof caches === 'undefined' ? null : caches;
  let last: Promise<unknown> = Promise.resolve();
  /** Runs calls one after another, in the order in which they were made. */
  const enqueue = <T>(work: (cache: Cache) => Promise<T>, fallback: T): Promise<T> => {
    if (!cacheStorage) return Promise.resolve(fallback);
    const result = last.then(() => withTimeout(cacheStorage.open(name).then(work)));
    last = result.catch(() => undefined);
    return result;
  };
  return {
    /**
     * Stores something, replacing what was there unless `onlyMissing`; skipped if `isCancelled` returns true when its turn
     * comes.
     */
    put: (path: Path, value: unknown, { bytes, onlyMissing, isCancelled }: PutOptions = {}): Promise<void> =>
      enqueue(async (cache) => {
        if (isCancelled?.() || (onlyMissing && (await cache.match(addressOf(path))))) return;
        await cache.put(addressOf(path), new Response(new Blob([JSON.stringify(value), '\n', bytes ?? ''])));
      }, undefined),
    paths: (): Promise<string[][]> => enqueue(async (cache) => (await cache.keys()).map(pathOf), []),
    read: (path: Path): Promise<BackupEntry | null> =>
      enqueue(async (cache) => {
        const response = await cache.match(addressOf(path));
        return response ? read(response) : null;
      }, null),
    /** Deletes everything for which `matches` returns true. */
    deleteWhere: (matches: (path: Path) => boolean): Promise<void> =>
      enqueue(async (cache) => {
        const matching = (await cache.keys()).filter((request) => matches(pathOf(request)));
        await Promise.all(matching.map((request) => cache.delete(request)));
      }, undefined),
    /** Deletes everything at once, without waiting for queued calls. */
    wipe: async (): Promise<void> => {
      await cacheStorage?.delete(name);
    },
  };
}
