// npm run check: the compilers, the linters, the formatter, the search for unused code, and the sizes of folders and
// modules. Prints the output of failed checks and the names of those that passed. Two run at a time, one per core.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MAX_FILES, overfullFolders } from './folders.mjs';
import { smallModuleErrors } from './small-modules.mjs';

const functions = readdirSync('supabase/functions')
  .map((name) => `supabase/functions/${name}/index.ts`)
  .filter((file) => existsSync(file));

const env = {
  ...process.env,
  // Called directly: npx costs half a second for each.
  PATH: [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter),
  DENO_DIR: resolve('node_modules/.cache/deno'),
  DENO_NO_UPDATE_CHECK: '1',
};

// The longest check comes first, so that the shorter ones run in parallel to it.
const checks = [
  ['oxlint', ['oxlint', '-c', 'oxlint.config.mjs', '--type-aware', '--deny-warnings']],
  ['types', ['tsc', '--noEmit', '-p', '.']],
  ['knip', ['knip', '--no-progress']],
  ['format', ['oxfmt', '--check']],
  // Deno's type check for the edge functions, with the packages in node_modules: no network access.
  ['functions', ['deno', 'check', '--quiet', '--no-remote', '--config', 'supabase/functions/deno.json', ...functions]],
];

/** Runs one check and returns its errors. Its output is printed at its end, and only if it failed. */
function runCheck(name, [command, ...args]) {
  return new Promise((done) => {
    const run = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [run.stdout, run.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    run.on('error', (error) => (output += error.message));
    run.on('close', (status) => {
      console.log(`${status === 0 ? '✓' : '✗'} ${name}`);
      if (status !== 0) console.log(output);
      done(status === 0 ? [] : [`✗ ${name}\n${output.slice(-2000)}`]);
    });
  });
}

/** Prints and returns the result of a check that finds errors itself. */
function report(name, errors, advice) {
  console.log(`${errors.length === 0 ? '✓' : '✗'} ${name}`);
  if (errors.length === 0) return [];
  const text = `${errors.join('\n')}\n${advice}`;
  console.log(text);
  return [`✗ ${name}\n${text}`];
}

/** Every folder is small enough. */
const checkFolders = () =>
  report(
    'folders',
    ['build', 'src', 'supabase/local', 'tests'].flatMap(overfullFolders),
    `Split by subject: a folder holds at most ${MAX_FILES} files.`,
  );

/** Every module is large enough, or has more than one importer. */
const checkSmallModules = () =>
  report(
    'small modules',
    smallModuleErrors(),
    'Move a small module into its only importer, or give a reason in tests/support/small-modules.mjs.',
  );

/** Runs every check and returns how many passed and failed, and the failed ones' output. */
export async function check() {
  const results = [];
  const waiting = [...checks];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runCheck(...next));
  };
  await Promise.all([worker(), worker()]);
  results.push(checkFolders(), checkSmallModules());
  const failures = results.flat();
  return { passed: results.length - failures.length, failed: failures.length, failures };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = (await check()).failed > 0 ? 1 : 0;
}
