import type { QueryMeta } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/lib/query-client';
import * as keys from '@/lib/query-keys';
import type { QueryName } from '@/lib/query-keys';
import { startSnapshot } from '@/offline/snapshot/snapshot-keeper';
import { putQueryCopies, putWorksCopy } from '@/offline/snapshot/snapshot-store';
import { clearDisk, waitForCopy, disk } from './phone';

const noWorks = { now: () => null, set: vi.fn() };

test('data read before the caching code was loaded is cached too', async () => {
  await clearDisk();
  const client = createQueryClient();
  const read = (name: QueryName, meta: QueryMeta = {}) =>
    client.query({ queryKey: [name, 'ann'], queryFn: () => Promise.resolve({ name: `the ${name}` }), meta });
  await read(keys.profile, { offline: 'identity' });
  await read(keys.billing);
  const snapshot = startSnapshot(client, 'ann', noWorks);
  await waitForCopy('profile', 'the profile');
  expect((await disk()).queries).toHaveLength(1);
  snapshot.stop();
});

test('a result that did not change is not written again at once, but at the latest when the page closes', async () => {
  await clearDisk();
  const client = createQueryClient();
  const snapshot = startSnapshot(client, 'ann', noWorks);
  const read = (name: QueryName, text: string) =>
    client.query({
      ...{ queryKey: [name, 'ann'], queryFn: () => Promise.resolve([{ name: text }]), staleTime: 0 },
      meta: { offline: 'list' },
    });
  const timeOf = (name: string) =>
    disk().then(({ queries }) => {
      const copies = queries as { hash: string; updatedAt: number }[];
      return copies.find(({ hash }) => hash.startsWith(`["${name}"`))?.updatedAt;
    });
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  /** The lists that were written, in their order. */
  const written = () => put.mock.calls.map(([copy]) => /^\["([^"]+)"/.exec((copy as { hash: string }).hash)?.[1]);
  await read(keys.tasks, 'Baling');
  await waitForCopy('tasks', 'Baling');
  const first = await timeOf('tasks');
  await waitFor(() => expect(Date.now()).toBeGreaterThan(first ?? 0));
  await read(keys.tasks, 'Baling');
  // The customers are read later but written before the unchanged tasks: a new result is written at once.
  await read(keys.customers, 'Hill Farm');
  await waitForCopy('customers', 'Hill Farm');
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(async () => expect(await timeOf('tasks')).toBeGreaterThan(first ?? 0));
  expect(written()).toEqual(['tasks', 'customers', 'tasks']);
  snapshot.stop();
});

test('a job log with the columns of another version is not shown, and every other copy stays', async () => {
  await clearDisk();
  const scope = 'farm ann true true';
  await putQueryCopies([
    { userId: 'ann', hash: '["tasks","farm"]', isWho: false, data: [{ name: 'Baling' }], updatedAt: 1 },
  ]);
  const log = { scope, columns: 'id', works: [], border: '2025-11-01', older: false, cursor: null, at: 1 };
  await putWorksCopy('ann', log, null);
  const works = { now: () => null, set: vi.fn() };
  const snapshot = startSnapshot(createQueryClient(), 'ann', works);
  expect(await snapshot.ready).toBe(true);
  expect(works.set).not.toHaveBeenCalled();
  expect((await disk()).text).toContain('Baling');
  snapshot.stop();
});
