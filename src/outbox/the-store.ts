// The store, fetched when the first thing needs it and at hand from then on: the app's first page does not wait for it.
type Store = typeof import('./store');

let fetched: Promise<Store> | null = null;

/** Rejects where it can't be fetched; the next call tries again. */
export const theStore = (): Promise<Store> =>
  (fetched ??= import('./store').catch((error: unknown) => {
    fetched = null;
    throw error;
  }));
