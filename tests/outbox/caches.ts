// The Cache Storage of one device, as far as the app's backups use it; a test can make it fail.
const ORIGIN = 'https://farm.test';
type CacheKey = Request | string;
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
  const failIfAsked = (of: 'opens' | 'reads') => {
    if (trouble[of] === 0) return;
    trouble[of] -= 1;
    throw new DOMException('The device is busy', 'UnknownError');
  };
  const urlOf = (key: CacheKey) => new URL(typeof key === 'string' ? key : key.url, ORIGIN).href;
  const cacheOf = (store: Store) => ({
    put: async (key: CacheKey, response: Response) => {
      if (trouble.full) throw new DOMException('Full', 'QuotaExceededError');
      store.set(urlOf(key), await response.blob());
    },
    match: async (key: CacheKey) => {
      failIfAsked('reads');
      const body = await Promise.resolve(store.get(urlOf(key)));
      return body && new Response(body);
    },
    keys: () => Promise.resolve([...store.keys()].map((url) => new Request(url))),
    delete: (key: CacheKey) => Promise.resolve(store.delete(urlOf(key))),
  });
  return {
    trouble,
    open: async (name: string) => {
      if (trouble.silent) await new Promise(() => undefined);
      failIfAsked('opens');
      const store = stores.get(name) ?? new Map<string, Blob>();
      stores.set(name, store);
      // The rest of the Cache interface is not used.
      return cacheOf(store) as unknown as Cache;
    },
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  };
}
