/**
 * When the lists are first copied to the device: the first screen's requests go first. In an object, so that a test need not
 * wait.
 */
export const FIRST_SYNC = { ms: 3000 };
