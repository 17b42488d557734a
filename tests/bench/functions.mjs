// The edge functions: how much memory their Deno uses while Stripe sends 2,000 signed events, twelve at a time.
/* global setInterval, clearInterval */
import { spawn } from 'node:child_process';
import { report } from './figures.mjs';
import { residentOf } from './resident.mjs';

const EVENTS = 'tests/functions/webhook-order.test.ts';
const MB = 1000 * 1000;

/** Deno's peak memory during the test that sends the events; that test also checks the result. */
async function peakMemory() {
  const run = spawn('npx', ['--no-install', 'vitest', 'run', '--project', 'functions', EVENTS], { stdio: 'ignore' });
  let bytes = 0;
  const watch = setInterval(() => (bytes = Math.max(bytes, residentOf(run.pid, 'deno'))), 100);
  try {
    const code = await new Promise((done, fail) => run.once('exit', done).once('error', fail));
    if (code !== 0) throw new Error(`${EVENTS} failed`);
    return bytes / MB;
  } finally {
    clearInterval(watch);
  }
}

export async function functions() {
  const runs = [];
  for (let run = 0; run < 3; run += 1) runs.push(await peakMemory());
  return report({ name: 'functions, resident memory of Deno', runs, unit: 'MB', limit: 100 });
}
