// The embedded backend: how long `npm run dev` takes until app and data respond, and how much memory it uses.
/* global setInterval, clearInterval */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, signIn } from './client.mjs';
import { report } from './figures.mjs';
import { residentOf } from './resident.mjs';
import { startServer } from './server.mjs';

const ROUNDS = 3;
const MB = 1000 * 1000;

/** A typical session: sign in, the lists, the app's own modules. Returns the peak memory. */
async function peakMemoryOfSession({ origin, pid }) {
  let peak = residentOf(pid);
  const watch = setInterval(() => (peak = Math.max(peak, residentOf(pid))), 250);
  try {
    const { api } = await signIn(origin);
    for (let repetition = 0; repetition < 20; repetition += 1)
      for (const table of ['works', 'customers', 'tasks', 'invoices'])
        must(await api.from(table).select('*').limit(1000));
    for (const path of ['/', '/src/main.tsx', '/src/app/signed-in-app.tsx', '/src/styles.css'])
      await (await fetch(origin + path)).text();
    await new Promise((done) => setTimeout(done, 1000));
    return Math.max(peak, residentOf(pid));
  } finally {
    clearInterval(watch);
  }
}

export async function backend() {
  const firsts = [];
  const seconds = [];
  const memory = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'farm-diary-backend-'));
    try {
      for (const startTimes of [firsts, seconds]) {
        const server = await startServer({ data: join(folder, 'data') });
        try {
          startTimes.push(server.tookMs);
          memory.push((await peakMemoryOfSession(server)) / MB);
        } finally {
          await server.stop();
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return [
    report({ name: 'backend, first start', runs: firsts, unit: 'ms', limit: 5000 }),
    report({ name: 'backend, later start', runs: seconds, unit: 'ms', limit: 3000 }),
    report({ name: 'backend, resident memory', runs: memory, unit: 'MB', limit: 1000 }),
  ].every(Boolean);
}
