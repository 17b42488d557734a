import type { QueryMeta } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/lib/query-client';
import * as keys from '@/lib/query-keys';
import type { QueryName } from '@/lib/query-keys';
import { startSnapshot } from '@/offline/snapshot/snapshot-keeper';
import { putQueryCopies, putWorksCopy } from '@/offline/snapshot/snapshot-store';
import { clearDisk, copied, disk } from './phone';

const nothingHeld = { now: () => null, set: vi.fn() };

test('data read before the caching code was loaded is cached too', async () => {
  await clearDisk();
  const client = createQueryClient();
  const ask = (name: QueryName, meta: QueryMeta = {}) =>
    client.query({ queryKey: [name, 'ann'], queryFn: () => Promise.resolve({ name: `the ${name}` }), meta });
  await ask(keys.profile, { offline: 'who' });
  await ask(keys.billing);
  const keeper = startSnapshot(client, 'ann', nothingHeld);
  await copied('profile', 'the profile');
  expect((await disk()).queries).toHaveLength(1);
  keeper.stop();
});

test('a job log with the columns of another version is not shown, and every other copy stays', async () => {
  await clearDisk();
  const scope = 'farm ann true true';
  await putQueryCopies([
    { userId: 'ann', hash: '["tasks","farm"]', isWho: false, data: [{ name: 'Baling' }], updatedAt: 1 },
  ]);
  const log = { scope, columns: 'id', works: [], border: '2025-11-01', older: false, cursor: null, at: 1 };
  await putWorksCopy('ann', log, null);
  const held = { now: () => null, set: vi.fn() };
  const keeper = startSnapshot(createQueryClient(), 'ann', held);
  expect(await keeper.ready).toBe(true);
  expect(held.set).not.toHaveBeenCalled();
  expect((await disk()).text).toContain('Baling');
  keeper.stop();
});
