// Files that the app fetches of its own accord, before anybody needs them.
const failures = new WeakSet<object>();

/**
 * Fetches what nobody has asked for: one that does not come is nobody's loss yet, and no reason to load the page anew
 * under somebody's hands. Rejects as `load` does. One file at a time: of two that fail, only the first is known.
 */
export async function unasked<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (typeof error === 'object' && error !== null) failures.add(error);
    throw error;
  }
}

/** Whether this failure met a file that nobody had asked for. Known a moment after it happened. */
export const wasUnasked = (error: object): boolean => failures.has(error);
