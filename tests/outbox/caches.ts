// The Cache Storage of one device, as far as the app's backups use it; a test can make it fail.
const ORIGIN = 'https://farm.test';
type Asked = Request | string;
type Store = Map<string, Blob>;

export type Caches = Pick<CacheStorage, 'open' | 'delete'> & { trouble: Trouble };
type Trouble = {
  /** This many of the next open calls fail. */
  opens: number;
  /** This many of the next reads fail. */
  reads: number;
  /** The quota is used up. */
  full: boolean;
  /** Calls to open never settle. */
  silent: boolean;
};

export function cachesOfOneDevice(): Caches {
  const stores = new Map<string, Store>();
  const trouble: Trouble = { opens: 0, reads: 0, full: false, silent: false };
  const fails = (of: 'opens' | 'reads') => {
    if (trouble[of] === 0) return;
    trouble[of] -= 1;
    throw new DOMException('The device is busy', 'UnknownError');
  };
  const urlOf = (asked: Asked) => new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).href;
  const cacheOf = (store: Store) => ({
    put: async (asked: Asked, response: Response) => {
      if (trouble.full) throw new DOMException('Full', 'QuotaExceededError');
      store.set(urlOf(asked), await response.blob());
    },
    match: async (asked: Asked) => {
      fails('reads');
      const body = await Promise.resolve(store.get(urlOf(asked)));
      return body && new Response(body);
    },
    keys: () => Promise.resolve([...store.keys()].map((url) => new Request(url))),
    delete: (asked: Asked) => Promise.resolve(store.delete(urlOf(asked))),
  });
  return {
    trouble,
    open: async (name: string) => {
      if (trouble.silent) await new Promise(() => undefined);
      fails('opens');
      const store = stores.get(name) ?? new Map<string, Blob>();
      stores.set(name, store);
      // The rest of the Cache interface is not used.
      return cacheOf(store) as unknown as Cache;
    },
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  };
}
