// npm test: check, domain, database, outbox, features, functions, the size gate and the browser tests, in this order.
// The last line counts all results. The lines before it list the failed tests with their first error, and the parts
// that this machine can't run; E2E=required and PG=required make such a part a failure. A browser test that fails is
// tried once more, because its page sometimes stalls on a busy machine. The file of a screen test that fails is run
// once more with its own app. Tests that passed on their second try are named at the end.
// npm run test:quick: check, domain, outbox, and the tests that belong to the files that were changed.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { check } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { changedFiles, relatedTests } from './related-tests.mjs';
import { sizeGate } from './size-gate.mjs';

const PROJECTS = ['domain', 'database', 'outbox', 'features', 'functions'];
const reports = mkdtempSync(join(tmpdir(), 'farm-diary-tests-'));
const secondTries = join(reports, 'second-tries.txt');
const total = { passed: 0, failed: 0 };
const notes = [];
const failures = [];
/** If more files of screen tests fail, the cause is probably not that they share the app, so they are not run again. */
const MAX_SECOND_TRIES = 10;

function count({ passed, failed, failures: named = [] }) {
  total.passed += passed;
  total.failed += failed;
  failures.push(...named);
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

/** A failed test, or a file that did not run, as lines: where it is, and the beginning of its error. */
const failure = (file, name, error) =>
  `✗ ${relative('.', file)}: ${name}\n${error.split('\n').slice(0, 5).join('\n').slice(0, 600)}`;

/** The failures in Vitest's report. */
const failuresOf = ({ testResults }) =>
  testResults.flatMap(({ name: file, message, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [failure(file, 'the file failed', message)];
    return failed.map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages.at(-1) ?? ''));
  });

/** Starts Vitest for a project, or the files among the options; its exit status, and its report or null. */
function startVitest(project, options, env = {}) {
  const report = join(reports, `${project}.json`);
  rmSync(report, { force: true });
  const run = spawnSync(
    'npx',
    [
      '--no-install',
      'vitest',
      'run',
      '--project',
      // The screens are two projects: those of tests/features that share a page, and those that run alone.
      `${project}*`,
      ...options,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CI: 'true', SECOND_TRIES: secondTries, ...env } },
  );
  return { status: run.status, results: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null };
}

/** The counts of a run; one without a report or without tests counts as a failure. */
function countsOf(project, { status, results }) {
  if (results === null) return { passed: 0, failed: 1, failures: [`✗ ${project}: no report`] };
  const { numPassedTests: passed, numFailedTests, numFailedTestSuites, numPendingTests } = results;
  if (numPendingTests > 0) notes.push(`${numPendingTests} tests of ${project} could not run on this machine.`);
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 && numFailedTests === 0 ? numFailedTestSuites : 0);
  const stopped = failed === 0 && (status !== 0 || passed === 0);
  return {
    passed,
    failed: stopped ? 1 : failed,
    failures: stopped ? [`✗ ${project}: Vitest stopped with ${status}`] : failuresOf(results),
  };
}

const vitest = (project, options = []) => countsOf(project, startVitest(project, options));

const browserTests = () => vitest('e2e', ['--retry=1', '--reporter=tests/support/second-try-reporter.mjs']);

/** The screen tests, and once more the files of those that fail, each with its own app. */
function screenTests(files = []) {
  const first = startVitest('features', files);
  const failedFiles = (first.results?.testResults ?? []).filter(({ status }) => status === 'failed');
  if (failedFiles.length === 0 || failedFiles.length > MAX_SECOND_TRIES) return countsOf('features', first);
  const names = failedFiles.map(({ name }) => relative('.', name));
  console.log(`\nOnce more, each on its own: ${names.join(', ')}`);
  const failedTests = failedFiles.flatMap(({ assertionResults }) =>
    assertionResults.filter((result) => result.status === 'failed').map(({ fullName }) => fullName),
  );
  const second = countsOf('features', startVitest('features', names, { SCREENS_ALONE: '1' }));
  const stillFailed = second.failures.join('\n');
  for (const name of failedTests) if (!stillFailed.includes(name)) appendFileSync(secondTries, `${name}\n`);
  const passedElsewhere = first.results.testResults
    .filter(({ status }) => status !== 'failed')
    .flatMap(({ assertionResults }) => assertionResults.filter(({ status }) => status === 'passed'));
  return { ...second, passed: second.passed + passedElsewhere.length };
}

const testsOf = (project, files) => (project === 'features' ? screenTests(files) : vitest(project, files));

function build() {
  const run = spawnSync('npx', ['--no-install', 'vite', 'build', '--logLevel', 'warn'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' },
  });
  return { passed: run.status === 0 ? 1 : 0, failed: run.status === 0 ? 0 : 1 };
}

async function runAll() {
  await step('check', check);
  for (const project of PROJECTS) await step(project, () => testsOf(project));
  await step('build', build);
  await step('size gate', sizeGate);
  if (findChromium()) await step('e2e', browserTests);
  else if (process.env.E2E === 'required')
    await step('e2e', () => ({ passed: 0, failed: 1, failures: ['✗ e2e: no Chromium found'] }));
  else notes.push('The journeys in a browser were not run: no Chromium found (set CHROME_PATH).');
}

async function runQuick() {
  const always = ['domain', 'outbox'];
  const related = relatedTests(changedFiles());
  await step('check', () => check({ cached: true }));
  for (const project of always) await step(project, () => vitest(project));
  for (const project of PROJECTS.filter((name) => !always.includes(name))) {
    const files = related.filter((file) => file.startsWith(`tests/${project}/`));
    if (files.length > 0) await step(`${project}, ${files.length} files`, () => testsOf(project, files));
  }
  notes.push('Only what belongs to the changed files was run; npm test runs everything.');
}

await (process.argv.includes('--quick') ? runQuick() : runAll());

if (existsSync(secondTries)) {
  notes.push(`Passed on the second try: ${readFileSync(secondTries, 'utf8').trim().split('\n').join('; ')}.`);
}
rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\n${failures.slice(0, 20).join('\n\n')}`);
console.log(`\n${notes.join(' ')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
