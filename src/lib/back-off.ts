// The time before a request is sent again, in a module of its own: tests of the screens do not wait for it.

/** Milliseconds after the attempt with this number, from 0: 1 s, 2 s, 4 s … at most 30 s. */
export const backOff = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);
