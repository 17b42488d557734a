// Runs before every file of tests/features: matchers, a clean page and device after each test, and a failure for any
// console output.
import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { cutLine } from './line';

// happy-dom has no "size" on a select; without it react-hook-form treats a newly mounted select as changed.
if (!('size' in HTMLSelectElement.prototype)) Object.assign(HTMLSelectElement.prototype, { size: 0 });

// Between midnight and 4:00 the app asks which day a job belongs to. For tests that run then, the clock is moved to the
// morning; the page and the backend in its process share it.
const NIGHT = 4;
const RealDate = Date;
const hour = () => Number(new RealDate().toLocaleString('en-GB', { hour: 'numeric', timeZone: 'Europe/London' }));
if (hour() < NIGHT) {
  const ahead = NIGHT * 60 * 60_000;
  globalThis.Date = class extends RealDate {
    constructor(...given: [] | [number | string | Date] | [number, number, ...number[]]) {
      if (given.length === 0) super(RealDate.now() + ahead);
      else super(...(given as [number]));
    }
    static override now = () => RealDate.now() + ahead;
  } as DateConstructor;
}

let said: string[] = [];

/** Deletes a database from the device: each test starts with an empty one. */
const takeAway = (name: string) =>
  new Promise<void>((done) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => done();
  });

const textOf = (word: unknown) =>
  word instanceof Error ? (word.stack ?? word.message) : typeof word === 'string' ? word : JSON.stringify(word);

beforeEach(() => {
  said = [];
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      said.push(`console.${level}: ${words.map(textOf).join(' ')}`);
    });
  }
});

// A warning is a defect, whether from React (keys, act) or from the app. A test that provokes one on purpose puts its
// own spy on the console.
afterEach(async () => {
  cleanup();
  cutLine();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
  // The next test is another page: entries held in memory would otherwise be restored into the new store.
  const { forgetEverywhere, usersInMemory } = await import('@/offline/outbox/store/memory-copy');
  for (const userId of usersInMemory()) forgetEverywhere({ userId, all: true });
  const { dismissToast, toastStore } = await import('@/lib/toast');
  const message = toastStore.get();
  if (message) dismissToast(message.id);
  await Promise.all(['farm-diary-snapshots', 'farm-diary-outbox'].map(takeAway));
  expect(said).toEqual([]);
});
