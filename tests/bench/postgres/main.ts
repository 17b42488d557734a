// Runs the bench while this module loads, because the loader of postgres.mjs ends as soon as the module is loaded.
import { run } from './run';

const at = process.argv.indexOf('--accounts');

/** Whether every limit was met. */
export const allLimitsMet = await run(at === -1 ? 10_000 : Number(process.argv[at + 1]));
