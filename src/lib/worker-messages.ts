// The messages between the page and its service worker.

/** The user agreed to the new version: the waiting worker takes over. */
export const SKIP_WAITING = 'SKIP_WAITING';
/** Store one of the files that were not stored on installation. Sent with its index and a port for the result. */
export const STORE_LATER_FILE = 'STORE_LATER_FILE';
/** Go to a page: the user tapped its notification. Sent by the worker, with a port for the response. */
export const OPEN_PATH = 'OPEN_PATH';
/** 'end': there is no file with this index. */
export type LaterFileResult = 'stored' | 'missing' | 'end';
