// Runs before every file of tests/features: matchers, a clean page and device after each test, and no word on the console.
import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// The page of the tests has no "size" on a select, and react-hook-form then takes a fresh one for one that was changed.
if (!('size' in HTMLSelectElement.prototype)) Object.assign(HTMLSelectElement.prototype, { size: 0 });

let said: string[] = [];

/** Takes a database from the device: each test begins on one that knows nothing. */
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

// A warning is a defect: of React's about keys and acts, of ours about anything. A test that provokes one on purpose
// puts a spy of its own over the console.
afterEach(async () => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
  await Promise.all(['farm-diary-snapshots', 'farm-diary-outbox'].map(takeAway));
  expect(said).toEqual([]);
});
