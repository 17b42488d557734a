// Runs the bench while this module loads, because the loader of postgres.mjs ends as soon as the module is loaded.
import { parseArgs } from 'node:util';
import { REQUESTS } from './requests';
import { run } from './run';

const { values } = parseArgs({
  strict: false,
  options: { accounts: { type: 'string', default: '10000' }, only: { type: 'string', default: '' } },
});
const only = String(values.only);
const requests = REQUESTS.filter(({ name }) => name.includes(only));
if (requests.length === 0) throw new Error(`no request is named like “${only}”`);

/** Whether every limit was met. */
export const allLimitsMet = await run(Number(values.accounts), requests);
