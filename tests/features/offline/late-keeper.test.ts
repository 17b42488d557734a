import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/lib/query-client';
import { startSnapshot } from '@/session/snapshot-keeper';
import { clearDisk, copied, disk } from './phone';

const nothingHeld = { now: () => null, set: vi.fn() };

test('data read before the caching code was loaded is cached too', async () => {
  await clearDisk();
  const client = createQueryClient();
  const ask = (name: string) =>
    client.query({ queryKey: [name, 'ann'], queryFn: () => Promise.resolve({ name: `the ${name}` }) });
  await ask('profile');
  await ask('not-for-keeping');
  const keeper = startSnapshot(client, 'ann', nothingHeld);
  await copied('profile', 'the profile');
  expect((await disk()).queries).toHaveLength(1);
  keeper.stop();
});
