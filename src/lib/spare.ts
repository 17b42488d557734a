// A second place on this device, apart from IndexedDB. A browser that is killed in the middle of a write may leave the
// log of its IndexedDB with half a record; what it appends at the next start makes that log unreadable, and the start
// after that begins every database of the site anew, empty. What must outlive that is kept in a cache as well.

/** What something is kept under: its kind, its person, its name. */
type Path = readonly [kind: string, ...names: string[]];

const NAME = 'farm-diary-spare';
const ROOT = '/spare/';
const LINE = 10;

const addressOf = (path: Path) => ROOT + path.map(encodeURIComponent).join('/');
const pathOf = ({ url }: Request) => new URL(url).pathname.slice(ROOT.length).split('/').map(decodeURIComponent);
const within = (path: readonly string[], root: Path) => root.every((name, at) => path[at] === name);

const places = typeof caches === 'undefined' ? null : caches;
let last: Promise<unknown> = Promise.resolve();

/** One thing after the other, as they were asked. A device without this place, or that refuses, answers `otherwise`. */
function inTurn<T>(work: (cache: Cache) => Promise<T>, otherwise: T): Promise<T> {
  if (!places) return Promise.resolve(otherwise);
  const turn = last.then(async () => work(await places.open(NAME))).catch(() => otherwise);
  last = turn;
  return turn;
}

/** Keeps a value that JSON can say, and bytes with it, in place of what was there. Never rejects. */
export const keepSpare = (path: Path, value: unknown, bytes?: ArrayBuffer): Promise<void> =>
  inTurn(
    (cache) => cache.put(addressOf(path), new Response(new Blob([JSON.stringify(value), '\n', bytes ?? '']))),
    undefined,
  );

export const dropSpare = (path: Path): Promise<void> =>
  inTurn(async (cache) => {
    await cache.delete(addressOf(path));
  }, undefined);

/** What is kept under a path, by its names. */
export const spareNames = (root: Path): Promise<string[][]> =>
  inTurn(async (cache) => (await cache.keys()).map(pathOf).filter((path) => within(path, root)), []);

/** Lets go of all that is under a path, but for what `stays`. */
export const dropSpares = (root: Path, stays: (path: readonly string[]) => boolean = () => false): Promise<void> =>
  inTurn(async (cache) => {
    const going = (await cache.keys()).filter((request) => within(pathOf(request), root) && !stays(pathOf(request)));
    await Promise.all(going.map((request) => cache.delete(request)));
  }, undefined);

export type Spare = { value: unknown; bytes: ArrayBuffer };

async function read(response: Response): Promise<Spare> {
  const all = await response.arrayBuffer();
  // JSON on one line; the bytes follow.
  const end = new Uint8Array(all).indexOf(LINE);
  return { value: JSON.parse(new TextDecoder().decode(all.slice(0, end))) as unknown, bytes: all.slice(end + 1) };
}

/** What is kept under a path; what cannot be read is left out. */
export const sparesOf = (root: Path): Promise<Spare[]> =>
  inTurn(async (cache) => {
    const found = (await cache.keys()).filter((request) => within(pathOf(request), root));
    const all = await Promise.allSettled(
      found.map(async (request) => {
        const response = await cache.match(request);
        if (!response) throw new Error('gone meanwhile');
        return read(response);
      }),
    );
    return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }, []);
