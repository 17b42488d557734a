// Runs before every file of tests/features: matchers, a clean page and device after each test, and a failure for any
// console error or warning.
import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, inject, vi } from 'vitest';
import * as retries from '@/lib/back-off';
import { resizeWindow } from './resize-window';
import { disconnect } from './test-network';

// happy-dom has no "size" on a select; without it react-hook-form treats a newly mounted select as changed.
if (!('size' in HTMLSelectElement.prototype)) Object.assign(HTMLSelectElement.prototype, { size: 0 });

/** Prints the page only when the message is read: queries that wait fail many times, and printing each time is slow. */
function elementError(message: string | null, container: Element) {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  const print = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { get: print, configurable: true });
}

// A screen is compiled when first opened, and the backend is slow on a busy machine.
configure({ asyncUtilTimeout: 30_000, getElementError: elementError });

const aheadMs = inject('aheadMs');
/** Vitest puts back the machine's clock when a test no longer replaces it; see below. */
function setClockAhead() {
  if (aheadMs === 0 || 'isAhead' in Date) return;
  const MachineDate = Date;
  globalThis.Date = class extends MachineDate {
    constructor(...args: [] | [number | string | Date] | [number, number, ...number[]]) {
      if (args.length === 0) super(MachineDate.now() + aheadMs);
      else super(...(args as [number]));
    }
    static override now = () => MachineDate.now() + aheadMs;
  } as DateConstructor;
  Object.assign(Date, { isAhead: true });
}
setClockAhead();
const setMachineClock = vi.useRealTimers.bind(vi);
// Also in the middle of a test: a session that was issued before would be one of the future.
vi.useRealTimers = () => {
  setMachineClock();
  setClockAhead();
  return vi;
};

// Their databases are on the Postgres of database-server.ts; without one, on PGlite.
const databaseUrl = inject('databaseUrl');
if (databaseUrl) process.env['DATABASE_URL'] = databaseUrl;
else delete process.env['DATABASE_URL'];

let consoleOutput: string[] = [];

/** Whether the embedded backend, which shares the page's process, printed this: it reports what it refuses. */
const isBackends = (stack = '') => /\/(@supabase\/lite|supabase\/local)\//.test(stack);

/** Deletes a database from the device: each test starts with an empty one. */
const deleteDatabase = (name: string) =>
  new Promise<void>((done) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => done();
  });

const textOf = (value: unknown) =>
  value instanceof Error ? (value.stack ?? value.message) : typeof value === 'string' ? value : JSON.stringify(value);

beforeEach(() => {
  // A request that fails is sent again at once, and not after 1, 2 and 4 seconds.
  vi.spyOn(retries, 'backOff').mockReturnValue(10);
  consoleOutput = [];
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...values: unknown[]) => {
      if (isBackends(new Error().stack)) return;
      consoleOutput.push(`console.${level}: ${values.map(textOf).join(' ')}`);
    });
  }
});

// Every warning is a defect, from React (keys, act) or from the app. A test that causes one on purpose replaces this spy
// with its own.
afterEach(async () => {
  cleanup();
  // A test may end without signal.
  onlineManager.setOnline(true);
  disconnect();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
  // The next test is a new page: entries still in memory would otherwise be restored into its store.
  const { forgetEverywhere, usersInMemory } = await import('@/offline/outbox/store/memory-copy');
  for (const userId of usersInMemory()) forgetEverywhere({ userId, all: true });
  const { dismissToast, toastStore } = await import('@/lib/toast');
  const message = toastStore.get();
  if (message) dismissToast(message.id);
  await Promise.all(['farm-diary-snapshots', 'farm-diary-outbox'].map(deleteDatabase));
  expect(consoleOutput).toEqual([]);
});

// The next file of this process begins without what this one has replaced, and with whole modules: one that is being loaded
// when a file ends could never be loaded again.
afterAll(async () => {
  await vi.dynamicImportSettled();
  vi.useRealTimers = setMachineClock;
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetConfig();
  sessionStorage.clear();
  resizeWindow(1024, 768);
});
