// Prefetching: files of the app that are loaded before they are needed.
const failures = new WeakSet<object>();

/**
 * Loads a file before it is needed. If that fails, the page must not be reloaded, because the user may be working in it
 * and does not need the file yet. Rejects as `load` does. One file at a time: if two fail, only the first is recorded.
 */
export async function prefetch<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (typeof error === 'object' && error !== null) failures.add(error);
    throw error;
  }
}

/** Whether a prefetch failed with this error. Known only after the `vite:preloadError` event for it. */
export const wasPrefetch = (error: object): boolean => failures.has(error);
