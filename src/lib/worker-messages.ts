// The messages from the page to its service worker.

/** The user agreed to the new version: the waiting worker takes over. */
export const SKIP_WAITING = 'SKIP_WAITING';
/** The worker stores one of the files that were left for later. Comes with its index and a port for the result. */
export const STORE_LATER_FILE = 'STORE_LATER_FILE';
/** `end`: there is no file with this index. */
export type LaterFileResult = 'stored' | 'missing' | 'end';
