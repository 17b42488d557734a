// Vite's dev or preview server as a person starts it, but without a terminal, and with its own port and data.
import { spawn } from 'node:child_process';

const VITE = 'node_modules/vite/bin/vite.js';

/**
 * Starts a server and waits until app and backend respond: {origin, pid, tookMs, stop()}. `data`: a folder, or 'memory';
 * `demo`: 'big' for the three-year demo.
 */
export async function startServer({ preview = false, data = 'memory', demo = '1', within = 120_000 } = {}) {
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const origin = `http://127.0.0.1:${port}`;
  const from = performance.now();
  const server = spawn(process.execPath, [VITE, ...(preview ? ['preview'] : []), '--port', `${port}`, '--strictPort'], {
    env: { ...process.env, FARM_DATA: data, FARM_DEMO: demo, VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  server.stdout.on('data', (text) => (output += text));
  server.stderr.on('data', (text) => (output += text));
  const exited = new Promise((done) => server.once('exit', done));
  const stop = async () => {
    server.kill('SIGTERM');
    await exited;
  };
  const responds = async (path) => {
    try {
      return (await fetch(origin + path)).ok;
    } catch {
      return false;
    }
  };
  while (!((await responds('/_embedded.json')) && (await responds('/')))) {
    if (server.exitCode !== null || performance.now() - from > within) {
      await stop();
      throw new Error(`the server did not start: ${output}`);
    }
    await new Promise((next) => setTimeout(next, 50));
  }
  return { origin, pid: server.pid, tookMs: performance.now() - from, stop };
}
