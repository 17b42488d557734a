// npm run check: the compilers, the linters, the formatter and the search for what nobody uses. Prints what fails, says which passed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const functions = readdirSync('supabase/functions')
  .map((name) => `supabase/functions/${name}/index.ts`)
  .filter((file) => existsSync(file));

const env = { ...process.env, DENO_DIR: resolve('node_modules/.cache/deno'), DENO_NO_UPDATE_CHECK: '1' };

const CHECKS = [
  ['types', ['tsc', '--noEmit', '-p', '.']],
  // Deno's compiler for what Deno runs, with the packages of node_modules: it asks nobody for anything.
  ['functions', ['deno', 'check', '--quiet', '--no-remote', '--config', 'supabase/functions/deno.json', ...functions]],
  ['eslint', ['eslint', '.', '--max-warnings', '0']],
  ['oxlint', ['oxlint', '--deny-warnings']],
  ['prettier', ['prettier', '--check', '.', '--log-level', 'warn']],
  ['knip', ['knip', '--no-progress']],
];

/** Runs every check and returns how many passed and failed. */
export function check() {
  const counts = { passed: 0, failed: 0 };
  for (const [name, [command, ...args]] of CHECKS) {
    const run = spawnSync('npx', ['--no-install', command, ...args], { encoding: 'utf8', env });
    const ok = run.status === 0;
    counts[ok ? 'passed' : 'failed'] += 1;
    console.log(`${ok ? '✓' : '✗'} ${name}`);
    if (!ok) console.log(`${run.stdout}${run.stderr}`);
  }
  return counts;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = check().failed > 0 ? 1 : 0;
}
