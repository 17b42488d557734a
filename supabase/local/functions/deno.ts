// Starts and stops the Deno process that runs the edge functions.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

export type DenoOptions = {
  root: string;
  folder: string;
  /** The environment variables of the functions; read when Deno starts. */
  environment: () => Record<string, string>;
  log: (line: string) => void;
};

const require = createRequire(resolve('package.json'));

/** The binary of the `deno` package, or its launcher if install scripts did not run. */
function command(): [string, string[]] {
  const base = dirname(require.resolve('deno/package.json'));
  const binary = [join(base, 'deno'), join(base, 'deno.exe')].find((file) => existsSync(file));
  return binary ? [binary, []] : [process.execPath, [join(base, 'bin.cjs')]];
}

/** The NAME=value lines of an optional file. */
export function readEnvironment(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').split('\n');
  const pairs = lines.map((line) => /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line));
  return Object.fromEntries(
    pairs.flatMap((pair) => (pair?.[1] ? [[pair[1], (pair[2] ?? '').replace(/^(["'])(.*)\1$/, '$2')]] : [])),
  );
}

function start({ root, folder, environment, log }: DenoOptions): ChildProcess {
  const [binary, launcherArgs] = command();
  const main = resolve(root, 'supabase/local/functions/functions-main.ts');
  const permissions = ['--allow-net', '--allow-env', `--allow-read=${root}`, '--allow-sys'];
  const config = resolve(root, 'supabase/functions/deno.json');
  // Collect short-lived garbage early: hosted functions have little memory.
  const memoryFlag = '--v8-flags=--max-semi-space-size=1';
  const args = [
    ...launcherArgs,
    'run',
    '--quiet',
    '--no-prompt',
    '--no-check',
    memoryFlag,
    '--config',
    config,
    ...permissions,
  ];
  const child = spawn(binary, [...args, main, folder], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DENO_DIR: resolve(root, 'node_modules/.cache/deno'),
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
      ...environment(),
    },
  });
  child.stderr.on('data', (data: Buffer) => log(data.toString().trimEnd()));
  return child;
}

/** The port of a started process, once it has printed it. */
function portOf(child: ChildProcess, log: (line: string) => void): Promise<number> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`deno ended with ${code}`)));
    child.stdout?.on('data', (data: Buffer) => {
      const port = /FUNCTIONS_PORT=(\d+)/.exec(data.toString())?.[1];
      if (port) done(Number(port));
      else log(data.toString().trimEnd());
    });
  });
}

/** A Deno process. `port` starts it unless it is running: at the first call, and after `stop` or an exit. */
export function denoProcess(options: DenoOptions) {
  let running: { child: ChildProcess; port: Promise<number> } | undefined;
  const stop = () => {
    running?.child.stdin?.end();
    running?.child.kill();
    running = undefined;
  };
  return {
    port: (): Promise<number> => {
      if (running) return running.port;
      const child = start(options);
      const started = { child, port: portOf(child, options.log) };
      running = started;
      child.once('exit', () => {
        if (running === started) running = undefined;
      });
      return started.port;
    },
    stop,
  };
}
