// npm run bench: every figure that has a limit, one line of JSON each, and exit code 1 when one is missed.
// npm run bench -- bytes|pages|site|nav|pdf|backend|functions|works|board|diary|map|time|rules|imports|archive|offline   only these parts
// (several may be named)
// npm run bench -- --runs 3                       fewer runs of the page measurement
// npm run bench -- postgres                       ten million entries on a Postgres 15: 10 GB of disk, 15 minutes.
// Runs only on request. --accounts 100 makes a small database, --only 'sheet' measures the requests
// with this text in their name, --keep leaves the server running.
// Build and measure on an otherwise idle machine: the limits assume one.
import { parseArgs } from 'node:util';
import { findChromium } from '../support/chromium.mjs';
import { archive } from './archive.mjs';
import { backend } from './backend.mjs';
import { board } from './board.mjs';
import { build } from './build.mjs';
import { diary } from './diary.mjs';
import { functions } from './functions.mjs';
import { imports } from './import.mjs';
import { map } from './map.mjs';
import { nav } from './nav.mjs';
import { offline } from './offline.mjs';
import { bytes, pages, site } from './pages.mjs';
import { pdf } from './pdf.mjs';
import { postgres } from './postgres.mjs';
import { rules } from './rules.mjs';
import { time } from './time.mjs';
import { works } from './works.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    postgres: { type: 'boolean', default: false },
    accounts: { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const DEFAULT_PARTS = {
  bytes,
  pages: () => pages(runs),
  site: () => site(runs),
  nav,
  pdf,
  backend,
  functions,
  works: () => works(runs),
  board: () => board(runs),
  diary: () => diary(runs),
  map: () => map(runs),
  time: () => time(runs),
  rules: () => rules(runs),
  imports,
  archive,
  offline: () => offline(runs),
};
const PARTS = { ...DEFAULT_PARTS, postgres };
const NEED_BROWSER = [
  'pages',
  'site',
  'nav',
  'pdf',
  'works',
  'board',
  'diary',
  'map',
  'time',
  'rules',
  'imports',
  'archive',
  'offline',
];
const NEED_BUILD = ['bytes', 'nav', 'pdf', 'works', 'board', 'diary', 'map', 'time', 'imports', 'archive', 'offline'];

const named = [...positionals, ...(values.postgres ? ['postgres'] : [])];
if (named.some((name) => !(name in PARTS)) || !(runs > 0) || !(Number(values.accounts) >= 100)) {
  console.error(
    `usage: npm run bench -- [${Object.keys(PARTS).join('|')}] [--runs N] [--accounts N] [--only TEXT] [--keep]`,
  );
  process.exit(2);
}
const parts = named.length > 0 ? named : Object.keys(DEFAULT_PARTS);
if (parts.some((part) => NEED_BROWSER.includes(part)) && findChromium() === null) {
  console.error('No Chromium found: set CHROME_PATH.');
  process.exit(2);
}
if (parts.some((part) => NEED_BUILD.includes(part))) build();
for (const part of parts) {
  try {
    if (!(await PARTS[part]())) process.exitCode = 1;
  } catch (error) {
    console.error(`${part}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
