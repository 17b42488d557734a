// The store, loaded on first use: the app's first page does not wait for it.
type Store = typeof import('./store');

let fetched: Promise<Store> | null = null;

/** Rejects if it can't be loaded; the next call tries again. */
export const loadStore = (): Promise<Store> =>
  (fetched ??= import('./store').catch((error: unknown) => {
    fetched = null;
    throw error;
  }));
