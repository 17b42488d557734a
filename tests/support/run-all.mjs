// npm test: check, domain, database, outbox, features, functions, the size gate and the browser tests, in this order.
// The last line counts all results. The line before it names the parts that this machine can't run; E2E=required and
// PG=required make such a part a failure. A browser test that fails is tried once more, because a real browser stalls now
// and then on a busy machine; the tests that needed it are named at the end.
// npm run test:quick: check, domain, outbox, and the tests that belong to the files that were changed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { changedFiles, relatedTests } from './related-tests.mjs';
import { sizeGate } from './size-gate.mjs';

const PROJECTS = ['domain', 'database', 'outbox', 'features', 'functions'];
const reports = mkdtempSync(join(tmpdir(), 'farm-diary-tests-'));
const secondTries = join(reports, 'second-tries.txt');
const total = { passed: 0, failed: 0 };
const notes = [];

function count({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}

async function step(name, run) {
  const from = Date.now();
  console.log(`\n— ${name}`);
  const counts = await run();
  count(counts);
  console.log(
    `— ${name}: ${counts.passed} passed, ${counts.failed} failed (${Math.round((Date.now() - from) / 1000)} s)`,
  );
}

/** Runs one Vitest project, or the files among the options; a run without a report or without tests counts as a failure. */
function vitest(project, options = []) {
  const report = join(reports, `${project}.json`);
  const run = spawnSync(
    'npx',
    [
      '--no-install',
      'vitest',
      'run',
      '--project',
      project,
      ...options,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CI: 'true', SECOND_TRIES: secondTries } },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const {
    numPassedTests: passed,
    numFailedTests,
    numFailedTestSuites,
    numPendingTests,
  } = JSON.parse(readFileSync(report, 'utf8'));
  if (numPendingTests > 0) notes.push(`${numPendingTests} tests of ${project} could not run on this machine.`);
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 && numFailedTests === 0 ? numFailedTestSuites : 0);
  return { passed, failed: failed === 0 && (run.status !== 0 || passed === 0) ? 1 : failed };
}

function browserTests() {
  const counts = vitest('e2e', ['--retry=1', '--reporter=tests/support/second-try-reporter.mjs']);
  if (existsSync(secondTries))
    notes.push(`Passed on the second try: ${readFileSync(secondTries, 'utf8').trim().split('\n').join('; ')}.`);
  return counts;
}

function build() {
  const run = spawnSync('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' },
  });
  return { passed: run.status === 0 ? 1 : 0, failed: run.status === 0 ? 0 : 1 };
}

async function everything() {
  await step('check', check);
  for (const project of PROJECTS) await step(project, () => vitest(project));
  await step('build', build);
  await step('size gate', sizeGate);
  if (findChromium()) await step('e2e', browserTests);
  else if (process.env.E2E === 'required')
    await step('e2e', () => (console.log('No Chromium found.'), { passed: 0, failed: 1 }));
  else notes.push('The journeys in a browser were not run: no Chromium found (set CHROME_PATH).');
}

async function quick() {
  const always = ['domain', 'outbox'];
  const related = relatedTests(changedFiles());
  await step('check', () => check({ cached: true }));
  for (const project of always) await step(project, () => vitest(project));
  for (const project of PROJECTS.filter((name) => !always.includes(name))) {
    const files = related.filter((file) => file.startsWith(`tests/${project}/`));
    if (files.length > 0) await step(`${project}, ${files.length} files`, () => vitest(project, files));
  }
  notes.push('Only what belongs to the changed files was run; npm test runs everything.');
}

await (process.argv.includes('--quick') ? quick() : everything());

rmSync(reports, { recursive: true, force: true });
console.log(`\n${notes.join(' ')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
