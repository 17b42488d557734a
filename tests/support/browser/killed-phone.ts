// A phone whose app can be killed at any moment: a Chromium process and a profile folder that is kept.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { PHONE } from '../app';
import { launchOptions } from '../chromium.mjs';
import { signInAndInstall } from './proxied-server';

/** The browser's main process, which leads its process group. */
function browserPidOf(profile: string): number {
  const all = execFileSync('ps', ['-axo', 'pid=,args=']).toString().split('\n');
  const mainProcess = all.find((line) => line.includes(`--user-data-dir=${profile}`) && !line.includes('--type='));
  if (!mainProcess) throw new Error(`no browser runs on ${profile}`);
  return parseInt(mainProcess, 10);
}

async function start(profile: string, { offline = false }: { offline?: boolean } = {}) {
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions(),
    viewport: PHONE,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    offline,
  });
  context.setDefaultTimeout(90_000);
  const pid = browserPidOf(profile);
  let running = true;
  const closed = new Promise<void>((done) => context.once('close', () => done()));
  void closed.then(() => (running = false));
  return {
    context,
    page: context.pages()[0] ?? (await context.newPage()),
    /** As if the battery ran out: SIGKILL to the browser and all its child processes. */
    kill: async () => {
      process.kill(-pid, 'SIGKILL');
      await closed;
    },
    close: async () => {
      if (running) await context.close();
    },
  };
}

/**
 * Starts a browser with real tabs that hide each other. In a browser started by Playwright every page counts as visible.
 */
async function startTabs(profile: string) {
  const { executablePath, args } = launchOptions();
  const ownArgs = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...ownArgs, ...args, 'about:blank'], { stdio: 'ignore', detached: true });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const portFile = join(profile, 'DevToolsActivePort');
  const port = () => (existsSync(portFile) ? readFileSync(portFile, 'utf8').split('\n')[0] : '');
  while (!port()) {
    if (child.exitCode !== null) throw new Error(`the browser ended with ${child.exitCode}`);
    await new Promise((wait) => setTimeout(wait, 50));
  }
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port()}`, { noDefaults: true });
  const [context] = browser.contexts();
  if (!context) throw new Error('the browser has no window');
  context.setDefaultTimeout(90_000);
  let running = true;
  return {
    context,
    close: async () => {
      if (!running) return;
      running = false;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

/** A byte in the body of the log's first record. */
const IN_FIRST_RECORD = 10;

/**
 * Damages the log of IndexedDB's databases, as a kill between two writes of the browser can: the next start finds a record
 * whose checksum is wrong, and recreates every database empty.
 */
function breakLog(profile: string) {
  const folder = join(profile, 'Default/IndexedDB');
  const store = readdirSync(folder).find((name) => name.endsWith('.leveldb'));
  const log = store && readdirSync(join(folder, store)).find((name) => name.endsWith('.log'));
  if (!log) throw new Error(`there is no IndexedDB log in ${folder}`);
  const path = join(folder, store, log);
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(IN_FIRST_RECORD) ^ 0xff, IN_FIRST_RECORD);
  writeFileSync(path, bytes);
}

/**
 * A phone with the driver signed in and the app installed; each `phone` is a copy of it that can be started and
 * killed.
 */
export async function phoneFactory(origin: string) {
  const home = mkdtempSync(join(tmpdir(), 'farm-diary-phones-'));
  const first = join(home, 'first');
  const running = new Set<{ close: () => Promise<void> }>();
  const startPhone = async (profile: string, options?: { offline?: boolean }) => {
    const phone = await start(profile, options);
    running.add(phone);
    return phone;
  };
  const installed = await startPhone(first);
  await signInAndInstall(installed.page, origin);
  // The browser writes a session to disk with a delay; only a clean exit waits for that.
  await installed.close();
  let count = 0;
  return {
    phone: () => {
      const profile = join(home, `copy-${(count += 1)}`);
      cpSync(first, profile, { recursive: true });
      return {
        start: (options?: { offline?: boolean }) => startPhone(profile, options),
        /** Damages the database log of the closed browser. */
        breakLog: () => breakLog(profile),
        tabs: async () => {
          const opened = await startTabs(profile);
          running.add(opened);
          return opened;
        },
      };
    },
    stop: async () => {
      for (const phone of running) await phone.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
export type Phones = Awaited<ReturnType<typeof phoneFactory>>;
