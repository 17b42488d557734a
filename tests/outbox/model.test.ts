// Whatever happens in whatever order: what was shown as saved is in the database once, or still on the phone.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/backend';
import { story } from './model/steps';
import { tell } from './model/run';

let backend: TestBackend;
beforeAll(async () => {
  // The database says there what it refuses, which is what is wanted of it here.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  backend = await testBackend();
});
afterAll(() => backend.close());

it('loses nothing and doubles nothing', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (one) => {
      const { lost, doubled, other } = await tell(one, backend);
      expect({ lost, doubled, other }).toEqual({ lost: [], doubled: [], other: [] });
    }),
    { numRuns: 50 },
  );
}, 600_000);
