// npm test: the short proof. Check, domain, database, outbox, features, functions, build, the size gate and the browser
// tests, in this order. No test is tried again: one that fails by chance is a fault of the test or of the app.
// npm run test:full: the same with every repetition (FULL=1), and with the files that full-only.mjs lists.
// npm run test:quick: check, domain, outbox, and the tests that belong to the files that were changed.
// The last line counts all results. Before it stand what each part costs, the slowest files, the failed tests with the
// beginning of their errors, and the parts that this machine can't run; E2E=required and PG=required make such a part a
// failure. .proof/last.json keeps the result of the last short or full run.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { check } from './check.mjs';
import { findChromium } from './chromium.mjs';
import { isFullOnly } from './full-only.mjs';
import { changedFiles, relatedTests } from './related-tests.mjs';
import { sizeGate } from './size-gate.mjs';

const PROJECTS = ['domain', 'database', 'outbox', 'features', 'functions'];

/** CPU seconds that each part may cost in a short run: twelve minutes of two cores in all (decision 70). */
const BUDGETS = { check: 90, domain: 35, database: 280, outbox: 35, features: 500, functions: 40, e2e: 460 };

const isQuick = process.argv.includes('--quick');
if (process.argv.includes('--full')) process.env.FULL = '1';
const isFull = process.env.FULL === '1';

const started = Date.now();
const reports = mkdtempSync(join(tmpdir(), 'farm-diary-tests-'));
const total = { passed: 0, failed: 0 };
const notes = [];
/** Name, seconds and CPU seconds of each part. */
const costs = [];
/** Name and seconds of each test file. */
const files = [];
/** Each failure: where it is, and the beginning of its error. */
const failures = [];

/**
 * CPU seconds that the machine's cores have worked. Not those of this process's children: a browser that is killed, or
 * outlives the process that started it, would not be among them.
 */
const machineCpuSeconds = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000;

const secondsSince = (from) => Math.round((Date.now() - from) / 1000);

async function step(name, run) {
  const from = Date.now();
  const cpuBefore = machineCpuSeconds();
  console.log(`\n— ${name}`);
  const { passed, failed, failures: named = [] } = await run();
  total.passed += passed;
  total.failed += failed;
  failures.push(...named);
  costs.push({ name, seconds: secondsSince(from), cpu: Math.round(machineCpuSeconds() - cpuBefore) });
  console.log(`— ${name}: ${passed} passed, ${failed} failed (${secondsSince(from)} s)`);
}

/** A failed test, or a file that did not run, as lines. */
const failure = (file, name, error) =>
  `✗ ${relative('.', file)}: ${name}\n${error.split('\n').slice(0, 5).join('\n').slice(0, 600)}`;

/** The failures in Vitest's report. */
const failuresOf = (testResults) =>
  testResults.flatMap(({ name: file, message, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [failure(file, 'the file failed', message)];
    return failed.map(({ fullName, failureMessages }) => failure(file, fullName, failureMessages.at(-1) ?? ''));
  });

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
      // features is two projects: files in a process of their own, and files that share some.
      `${project}*`,
      ...options,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, CI: 'true' } },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, failures: [`✗ ${project}: no report`] };
  const {
    numPassedTests: passed,
    numFailedTests,
    numFailedTestSuites,
    numPendingTests,
    testResults,
  } = JSON.parse(readFileSync(report, 'utf8'));
  for (const { name, startTime, endTime } of testResults)
    files.push({ name: relative(process.cwd(), name), seconds: (endTime - startTime) / 1000 });
  if (numPendingTests > 0) notes.push(`${numPendingTests} tests of ${project} could not run on this machine.`);
  const failed = Math.max(numFailedTests, numFailedTestSuites > 0 && numFailedTests === 0 ? numFailedTestSuites : 0);
  if (failed === 0 && (run.status !== 0 || passed === 0))
    return { passed, failed: 1, failures: [`✗ ${project}: Vitest stopped with ${run.status}`] };
  return { passed, failed, failures: failuresOf(testResults) };
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
  if (findChromium()) await step('e2e', () => vitest('e2e'));
  else if (process.env.E2E === 'required')
    await step('e2e', () => ({ passed: 0, failed: 1, failures: ['✗ e2e: no Chromium found'] }));
  else notes.push('The journeys in a browser were not run: no Chromium found (set CHROME_PATH).');
}

async function quick() {
  const always = ['domain', 'outbox'];
  const related = relatedTests(changedFiles()).filter((file) => isFull || !isFullOnly(file));
  await step('check', check);
  for (const project of always) await step(project, () => vitest(project));
  for (const project of PROJECTS.filter((name) => !always.includes(name))) {
    const changed = related.filter((file) => file.startsWith(`tests/${project}/`));
    if (changed.length > 0) await step(`${project}, ${changed.length} files`, () => vitest(project, changed));
  }
  notes.push('Only what belongs to the changed files was run; npm test runs everything.');
}

function printCosts() {
  console.log('\nWhat each part cost (s, CPU s of the whole machine, budget in CPU s):');
  for (const { name, seconds, cpu } of costs) {
    const budget = isFull ? undefined : BUDGETS[name];
    const over = budget !== undefined && cpu > budget ? '  over its budget' : '';
    console.log(
      `${name.padEnd(24)}${String(seconds).padStart(6)}${String(cpu).padStart(7)}${String(budget ?? '').padStart(7)}${over}`,
    );
  }
  console.log('The slowest files (s):');
  for (const { name, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(0).padStart(5)}  ${name}`);
}

/** Keeps the result with the commit that it belongs to. */
function writeLast() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const last = {
    commit: git('rev-parse', 'HEAD'),
    clean: git('status', '--porcelain') === '',
    full: isFull,
    ...total,
    seconds: secondsSince(started),
  };
  mkdirSync('.proof', { recursive: true });
  writeFileSync('.proof/last.json', `${JSON.stringify(last)}\n`);
}

await (isQuick ? quick() : everything());

rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\n${failures.slice(0, 20).join('\n\n')}`);
printCosts();
if (!isQuick && existsSync('.git')) writeLast();
console.log(`\n${notes.join(' ')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
