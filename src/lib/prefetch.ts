// Prefetching: files of the app that are loaded before they are needed.
const failures = new WeakSet<object>();

/**
 * Prefetches a file: if that fails, nothing is lost yet, and the page must not be reloaded while the user works in it.
 * Rejects as `load` does. One file at a time: if two fail, only the first is known.
 */
export async function prefetch<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (typeof error === 'object' && error !== null) failures.add(error);
    throw error;
  }
}

/** Whether this error came from a prefetch. Known only after the failure's `vite:preloadError` event. */
export const wasPrefetch = (error: object): boolean => failures.has(error);
