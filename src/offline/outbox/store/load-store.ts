// The store, loaded on first use: the app's first page does not wait for it.
type Store = typeof import('./store');

let loading: Promise<Store> | null = null;

/** Rejects if it can't be loaded; the next call tries again. */
export const loadStore = (): Promise<Store> =>
  (loading ??= import('./store').catch((error: unknown) => {
    loading = null;
    throw error;
  }));
