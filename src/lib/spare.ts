// A second place on this device, apart from IndexedDB. A browser that is killed in the middle of a write may leave the
// log of its IndexedDB with half a record; what it appends at the next start makes that log unreadable, and the start
// after that begins every database of the site anew, empty. What must outlive that is kept in a cache as well.

type Path = readonly string[];
/** A value that JSON can say, and bytes with it. */
type Spare = { value: unknown; bytes: ArrayBuffer };
type With = { bytes?: ArrayBuffer; isOver?: () => boolean };

const ROOT = '/spare/';
const LINE = 10;
/** A device that says nothing for so long has no such place: whoever asked must not wait for ever. */
const ANSWERS_WITHIN_MS = 3000;

const addressOf = (path: Path) => ROOT + path.map(encodeURIComponent).join('/');
const pathOf = ({ url }: Request) => new URL(url).pathname.slice(ROOT.length).split('/').map(decodeURIComponent);

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new DOMException('The cache does not answer', 'TimeoutError')), ANSWERS_WITHIN_MS);
    }),
  ]);

/** JSON on one line; the bytes follow. */
async function read(response: Response): Promise<Spare> {
  const all = await response.arrayBuffer();
  const end = new Uint8Array(all).indexOf(LINE);
  return { value: JSON.parse(new TextDecoder().decode(all.slice(0, end))) as unknown, bytes: all.slice(end + 1) };
}

/** One such place. Each call rejects where the device refuses; without caches there is nothing, and nothing is kept. */
export function spareIn(name: string) {
  const places = typeof caches === 'undefined' ? null : caches;
  let last: Promise<unknown> = Promise.resolve();
  /** One thing after the other, as they were asked. */
  const inTurn = <T>(work: (cache: Cache) => Promise<T>, otherwise: T): Promise<T> => {
    if (!places) return Promise.resolve(otherwise);
    const turn = last.then(() => inTime(places.open(name).then(work)));
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    /** Keeps something in place of what was there; not where, when its turn comes, `isOver` says that it must not be kept. */
    keep: (path: Path, value: unknown, { bytes, isOver }: With = {}): Promise<void> =>
      inTurn(async (cache) => {
        if (isOver?.()) return;
        await cache.put(addressOf(path), new Response(new Blob([JSON.stringify(value), '\n', bytes ?? ''])));
      }, undefined),
    paths: (): Promise<string[][]> => inTurn(async (cache) => (await cache.keys()).map(pathOf), []),
    read: (path: Path): Promise<Spare | null> =>
      inTurn(async (cache) => {
        const response = await cache.match(addressOf(path));
        return response ? read(response) : null;
      }, null),
    /** Lets go of all for which `goes` holds. */
    drop: (goes: (path: Path) => boolean): Promise<void> =>
      inTurn(async (cache) => {
        const going = (await cache.keys()).filter((request) => goes(pathOf(request)));
        await Promise.all(going.map((request) => cache.delete(request)));
      }, undefined),
    /** Lets go of all, at once, whatever waits for its turn. */
    wipe: async (): Promise<void> => {
      await places?.delete(name);
    },
  };
}
