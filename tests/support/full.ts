// The two lengths of the proof: a full run (`npm run test:full`, or FULL=1) repeats more, with other random values each time.
// A short run uses the same values every time, so that it fails only if something has changed.

/** Whether everything is repeated in all of its variants. */
export const FULL = process.env['FULL'] === '1';

/** The seed of all random values. A failed test prints it; SEED=… repeats its values. */
export const SEED = Number(process.env['SEED'] ?? (FULL ? Date.now() % 2 ** 31 : 20_261_128));

/** How often a fast-check property is tried in a short and in a full run. */
export const runs = (short: number, full: number) => ({ numRuns: FULL ? full : short, seed: SEED });
