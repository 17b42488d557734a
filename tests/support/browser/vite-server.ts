// `vite` and `vite preview` as a person starts them, but without a terminal, on a free port and with a separate data
// folder.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

type Options = { args: readonly string[]; env: Record<string, string>; cwd?: string };

/** Starts Vite's command line; resolves when it is ready, rejects with its output if it ends before. */
export function startVite({ args, env, cwd = process.cwd() }: Options) {
  const child = spawn(process.execPath, [resolve('node_modules/vite/bin/vite.js'), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1', ...env },
  });
  let output = '';
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const ready = new Promise<string>((done, fail) => {
    const read = (data: Buffer) => {
      output += data.toString();
      const url = /Local:\s+(http:\/\/[^\s/]+)/.exec(output)?.[1];
      if (url) done(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((code) => fail(new Error(`vite ended with ${code}: ${output}`)));
  });
  return {
    /** Resolves with the address it prints. */
    ready,
    output: () => output,
    /** Sends it a signal; resolves with its exit code. */
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}
