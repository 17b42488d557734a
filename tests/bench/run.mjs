// npm run bench: every figure that has a bar, one line of JSON each, and exit code 1 when one does not hold.
//   npm run bench -- bytes|pages|nav|pdf|backend    only these parts (several may be named)
//   npm run bench -- --runs 3                       fewer runs of the page measurement
// Build and measure on a machine that does nothing else: the bars are for a quiet one.
import { findChromium } from '../support/chromium.mjs';
import { backend } from './backend.mjs';
import { build } from './build.mjs';
import { nav } from './nav.mjs';
import { bytes, pages } from './pages.mjs';
import { pdf } from './pdf.mjs';

const args = process.argv.slice(2);
if (args.includes('--postgres')) {
  console.error('The database figures on a full Postgres come with the office step.');
  process.exit(2);
}
const at = args.indexOf('--runs');
const runs = at === -1 ? 5 : Number(args[at + 1]);
const PARTS = { bytes, pages: () => pages(runs), nav, pdf, backend };
const IN_BROWSER = ['pages', 'nav', 'pdf'];
const ON_DIST = ['bytes', 'nav', 'pdf'];

const named = args.filter((arg, place) => at === -1 || (place !== at && place !== at + 1));
const unknown = named.filter((name) => !(name in PARTS));
if (unknown.length > 0 || !(runs > 0)) {
  console.error(`usage: npm run bench -- [${Object.keys(PARTS).join('|')}] [--runs N]`);
  process.exit(2);
}
const parts = named.length > 0 ? named : Object.keys(PARTS);
if (parts.some((part) => IN_BROWSER.includes(part)) && findChromium() === null) {
  console.error('No Chromium found: set CHROME_PATH.');
  process.exit(2);
}
if (parts.some((part) => ON_DIST.includes(part))) build();
for (const part of parts) {
  try {
    if (!(await PARTS[part]())) process.exitCode = 1;
  } catch (error) {
    console.error(`${part}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
