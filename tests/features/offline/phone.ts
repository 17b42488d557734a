// A phone for the tests of offline reading: storage that outlives the app, and a connection that can be cut.
import 'fake-indexeddb/auto';
import { act, waitFor } from '@testing-library/react';
import { openDB } from 'idb';
import { vi } from 'vitest';
import { wipeSnapshot } from '@/offline/snapshot/snapshot-store';
import type { TestBackend } from '@tests/support/embedded/backend';

type ConnectionState = 'good' | 'refused' | 'portal' | 'portal 403' | 'error 500';

/**
 * A connection to the backend. Once it is cut, requests fail as in a browser, the server answers with an error, or a
 * captive portal answers every request with its own page, with the status 200 or 403.
 */
export function connectionTo(backend: TestBackend) {
  let state: ConnectionState = 'good';
  const requests: string[] = [];
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    if (state === 'refused') throw new TypeError('Failed to fetch');
    if (state === 'error 500')
      return Response.json({ message: 'The server is resting.', code: 'XX000' }, { status: 500 });
    if (state !== 'good') {
      const status = state === 'portal' ? 200 : 403;
      return new Response('<html>Welcome to our wifi</html>', { status, headers: { 'content-type': 'text/html' } });
    }
    return backend.fetch(request);
  };
  return {
    fetch,
    requests,
    /** `known`: the browser reports that it is offline. */
    cut: (how: Exclude<ConnectionState, 'good'> = 'refused', known = false) => {
      state = how;
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!known);
      if (known) act(() => void window.dispatchEvent(new Event('offline')));
    },
    restore: () => {
      state = 'good';
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
      act(() => void window.dispatchEvent(new Event('online')));
    },
  };
}

/** The cached copies in the device's database, by object store. */
export async function disk() {
  const db = await openDB('farm-diary-snapshots');
  const all = async (name: string) =>
    db.objectStoreNames.contains(name) ? ((await db.getAll(name)) as unknown[]) : [];
  const [queries, heads, months] = await Promise.all([all('queries'), all('heads'), all('months')]);
  db.close();
  return { queries, heads, months, text: JSON.stringify([queries, heads, months]) };
}

/** Waits until the cached copy of one list (the first part of its query key) is on the disk, with a text in it. */
export const waitForCopy = (list: string, text: string) =>
  waitFor(async () => {
    const { queries } = await disk();
    const copies = (queries as { hash: string }[]).filter(({ hash }) => hash.startsWith(`["${list}"`));
    if (!copies.some((copy) => JSON.stringify(copy).includes(text)))
      throw new Error(`no copy of ${list} with ${text} is on the disk`);
  });

/** Waits until the job log is on the disk, with this many entries. */
export const waitForWorksOnDisk = (entries: number) =>
  waitFor(
    async () => {
      const { heads, months } = await disk();
      const count = (months as { works: unknown[] }[]).reduce((sum, { works }) => sum + works.length, 0);
      if (heads.length === 0 || count !== entries) throw new Error(`${count} of ${entries} entries are on the disk`);
    },
    { timeout: 50_000, interval: 100 },
  );

/** Deletes all cached copies without the app, like a browser that needs space. */
export async function clearDisk() {
  await wipeSnapshot();
  const db = await openDB('farm-diary-snapshots');
  for (const name of db.objectStoreNames) await db.clear(name);
  db.close();
}
