// Runs Supabase's advisors (`supabase db advisors`) on a database and compares their findings with
// advice-accepted.json: an error always fails, a warning fails unless its reason is listed there.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { openSocket } from '../database/pglite-socket.ts';
import type { Backend } from '../backend.ts';

export type Advice = { level: string; name: string; detail: string };
/** An accepted warning: the lint's name, a pattern for its detail, and the reason. */
export type Accepted = { name: string; detail: string; reason: string };
export type ReviewedAdvice = { failing: Advice[]; accepted: Advice[]; unused: Accepted[] };

const require = createRequire(resolve('package.json'));
const ADVISORS = ['db', 'advisors', '--type', 'all', '--level', 'warn', '--fail-on', 'none', '--output-format', 'json'];

function supabaseCli(args: readonly string[]): Promise<string> {
  const bin = join(dirname(require.resolve('supabase/package.json')), 'dist/supabase.js');
  const child = spawn(process.execPath, [bin, '--workdir', tmpdir(), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PGSSLMODE: 'disable', DO_NOT_TRACK: '1' },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => {
      if (code === 0) done(output);
      else fail(new Error(`supabase db advisors failed: ${errors}${output}`));
    });
  });
}

/** The advisors' findings for the database at this address. */
export async function adviceFor(url: string): Promise<Advice[]> {
  const output = await supabaseCli([...ADVISORS, '--db-url', url]);
  // The CLI's own JSON; if its format changes, `results` is undefined, which the next line reports.
  const { results } = JSON.parse(output) as { results?: Advice[] };
  if (!results) throw new Error(`supabase db advisors answered in an unknown form: ${output.slice(0, 200)}`);
  return results.map(({ level, name, detail }) => ({ level, name, detail }));
}

/** The findings for a backend's database, PGlite or Postgres. */
export async function adviceAbout(backend: Backend, postgresUrl: string | undefined): Promise<Advice[]> {
  if (backend.opened.kind === 'postgres') return adviceFor(postgresUrl ?? '');
  const socket = await openSocket(backend.opened.driver);
  try {
    return await adviceFor(socket.url);
  } finally {
    await socket.close();
  }
}

/** Splits advice into failing and accepted, and lists the reasons that match nothing. */
export function reviewAdvice(advice: readonly Advice[], reasons: readonly Accepted[]): ReviewedAdvice {
  const covers = (reason: Accepted, { level, name, detail }: Advice) =>
    level !== 'ERROR' && reason.name === name && new RegExp(`^(${reason.detail})$`).test(detail);
  const isAccepted = (item: Advice) => reasons.some((reason) => covers(reason, item));
  return {
    failing: advice.filter((item) => !isAccepted(item)),
    accepted: advice.filter(isAccepted),
    unused: reasons.filter((reason) => !advice.some((item) => covers(reason, item))),
  };
}
