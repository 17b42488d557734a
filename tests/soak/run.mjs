// npm run soak [-- --seed N | --from N] [--seeds N] [--kills N] [--no-build]: a thousand scenarios against the real
// backend, then two hundred kills of a real browser with the built app. The last lines say how often each situation
// occurred, and how many entries were lost, duplicated and stuck.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../support/chromium.mjs';

const { values } = parseArgs({
  options: {
    // Repeats one scenario alone.
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '200' },
    'no-build': { type: 'boolean', default: false },
  },
});
const isSingle = values.seed !== undefined;
const reports = mkdtempSync(join(tmpdir(), 'farm-diary-soak-'));

function run(command, env = {}) {
  return spawnSync('npx', ['--no-install', ...command], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  }).status;
}

/** Runs one file of tests/soak; returns its counts, or null if it ended before reporting. */
function runFile(file, env) {
  const report = join(reports, `${file}.json`);
  const status = run(
    ['vitest', 'run', '--disable-console-intercept', '--project', 'soak', `tests/soak/${file}.test.ts`],
    {
      ...env,
      SOAK_REPORT: report,
    },
  );
  const counted = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null;
  return { failed: status !== 0 || counted === null, counted };
}

const scenarios = runFile('model', {
  SOAK_FROM: values.seed ?? values.from,
  SOAK_SEEDS: isSingle ? '1' : values.seeds,
});
const parts = [scenarios];
if (!isSingle && Number(values.kills) > 0) {
  if (findChromium() === null) console.log('No Chromium found (set CHROME_PATH): no browser was killed.');
  const built =
    values['no-build'] ||
    run(['vite', 'build', '--logLevel', 'warn'], { VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' }) === 0;
  parts.push(
    built ? runFile('kills', { SOAK_FROM: values.from, SOAK_KILLS: values.kills }) : { failed: true, counted: null },
  );
}
rmSync(reports, { recursive: true, force: true });

const sum = (name) => parts.reduce((total, { counted }) => total + (counted?.[name] ?? 0), 0);
const failed = parts.some((part) => part.failed);
const SITUATIONS = {
  draftInTwoTabs: 'one draft in two tabs',
  draftLeftAlone: 'a draft left to the tab that has it',
  photos: 'photos in preparation',
  renames: 'renames that a job waited through',
  bothSides: 'dependent columns changed on both sides',
  slow: 'requests on a slow line',
  files: "wrong answers to the worker's files",
};
console.log(
  Object.entries(SITUATIONS)
    .map(([name, words]) => `${words} ${sum(name)}`)
    .join(', '),
);
console.log(
  `scenarios ${sum('scenarios')}, kills ${sum('kills')} (${parts[1]?.counted?.kills ?? 0} of a real browser), ` +
    `lost ${sum('lost')}, doubled ${sum('doubled')}, stuck ${sum('stuck')}${failed ? ', FAILED' : ''}`,
);
process.exitCode = failed ? 1 : 0;
