// The cache storage of one device, as far as the app's second place for what waits uses it.
const ORIGIN = 'https://farm.test';
type Asked = Request | string;

export type Caches = Pick<CacheStorage, 'open'>;

export function cachesOfOneDevice(): Caches {
  const stores = new Map<string, Map<string, Blob>>();
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Blob>();
    stores.set(name, store);
    const urlOf = (asked: Asked) => new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).href;
    const cache = {
      put: async (asked: Asked, response: Response) => void store.set(urlOf(asked), await response.blob()),
      match: (asked: Asked) => {
        const body = store.get(urlOf(asked));
        return Promise.resolve(body && new Response(body));
      },
      keys: () => Promise.resolve([...store.keys()].map((url) => new Request(url))),
      delete: (asked: Asked) => Promise.resolve(store.delete(urlOf(asked))),
    };
    // Nothing else of a cache is used.
    return Promise.resolve(cache as unknown as Cache);
  };
  return { open };
}
