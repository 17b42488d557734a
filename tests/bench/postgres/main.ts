// Runs the bench while this module loads: the loader of postgres.mjs ends as soon as the module is there.
import { run } from './run';

const at = process.argv.indexOf('--accounts');

/** Whether every bar held. */
export const holds = await run(at === -1 ? 10_000 : Number(process.argv[at + 1]));
