// The built app with the embedded backend, and a browser, for the end-to-end tests.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { findChromium } from './chromium.mjs';
import { demoSnapshotFile, snapshotFile } from './database/database-snapshot';

const VITE = resolve('node_modules/vite/bin/vite.js');

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

type Mail = { at: string; to: string; subject: string; text: string; html: string };

/** `origin`: where the app is opened, if not at its own address (for example through a proxy). */
type OpenOptions = { viewport?: typeof PHONE; theme?: string; origin?: string };

export type App = {
  origin: string;
  mails(): Promise<Mail[]>;
  /** A new browser profile at this size, with its first page, whose errors are added to `pageErrors`. */
  open(options?: OpenOptions): Promise<{ context: BrowserContext; page: Page }>;
  /** Uncaught errors and console errors of the pages so far. */
  pageErrors: string[];
  stop(): Promise<void>;
};

async function waitUntil(done: () => boolean | Promise<boolean>, within: number): Promise<void> {
  const end = Date.now() + within;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`not ready within ${within} ms`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
const isResponding = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    // Not listening yet.
    () => false,
  );

const waitForExit = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** After following a mail link: types the password, then the app opens. */
export async function typePassword(page: Page, password: string): Promise<void> {
  await page.getByRole('heading', { name: 'Type your password' }).waitFor();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

type StartOptions = { demo?: boolean; database?: string; env?: Record<string, string> };

/**
 * Serves ./dist on a random port. Two test files run at a time and may pick the same port: the second one tries
 * again.
 */
async function serve(env: NodeJS.ProcessEnv) {
  for (;;) {
    // The operating system assigns ports above this range to other programs.
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = spawn(process.execPath, [VITE, 'preview', '--port', String(port), '--strictPort'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    // The address is printed once the port is bound; before that, another file's server may answer there. If nothing is
    // printed in time, the caller's own wait fails and reports the output.
    await waitUntil(() => output.includes('Local') || server.exitCode !== null, 60_000).catch(() => undefined);
    const running = { server, origin: `http://127.0.0.1:${port}`, output: () => output };
    if (server.exitCode === null || !output.includes('already in use')) return running;
  }
}

/**
 * Serves ./dist (build it first) with data in memory, or on the Postgres `database`. `env`: settings of the edge
 * functions.
 */
export async function startApp({ demo = true, database, env = {} }: StartOptions = {}): Promise<App> {
  if (!existsSync('dist/index.html')) throw new Error('the app is not built: npm run build');
  const { server, origin, output } = await serve({
    ...process.env,
    FARM_DATA: 'memory',
    FARM_SNAPSHOT: await (demo ? demoSnapshotFile() : snapshotFile()),
    FARM_DEMO: demo ? '1' : '0',
    LITE_AUTH_BCRYPT_COST: '4',
    VITE_SUPABASE_URL: '',
    ...(database === undefined ? {} : { DATABASE_URL: database }),
    ...env,
  });
  const profile = mkdtempSync(join(tmpdir(), 'farm-diary-browser-'));
  let browser: Browser | undefined;

  const stop = async () => {
    await browser?.close();
    // The server runs Deno for edge functions: kill the whole group.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
    await waitForExit(server);
    rmSync(profile, { recursive: true, force: true });
  };

  try {
    await waitUntil(() => server.exitCode !== null || isResponding(`${origin}/_embedded.json`), 60_000);
    if (server.exitCode !== null) throw new Error('the server ended');
    const executablePath = findChromium();
    if (executablePath === null) throw new Error('no Chromium on this machine');
    browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  } catch (error) {
    await stop();
    throw new Error(`the app did not start: ${String(error)}\n${output()}`, { cause: error });
  }
  const startedBrowser = browser;
  const pageErrors: string[] = [];
  return {
    origin,
    pageErrors,
    stop,
    mails: async () => (await (await fetch(`${origin}/_mail`)).json()) as Mail[],
    async open({ viewport = DESKTOP, theme, origin: baseURL = origin } = {}) {
      const context = await startedBrowser.newContext({
        viewport,
        baseURL,
        locale: 'en-GB',
        timezoneId: 'Europe/London',
        acceptDownloads: true,
      });
      // Playwright's own 30 s are not enough on a machine that is very busy for a while.
      context.setDefaultTimeout(90_000);
      if (theme) {
        await context.addInitScript((name) => localStorage.setItem('farm-diary-theme', name), theme);
      }
      const page = await context.newPage();
      page.on('pageerror', (error) => pageErrors.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') pageErrors.push(`${page.url()}: ${message.text()}`);
      });
      return { context, page };
    },
  };
}
