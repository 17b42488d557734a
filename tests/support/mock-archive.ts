// Replaces the storage and the file target of the data layer in a test that mocks them with
// `vi.mock('@/lib/storage', async () => (await import('@tests/support/mock-archive')).storageModule)` and
// `vi.mock('@/lib/files/file-target', async () => (await import('@tests/support/mock-archive')).fileTargetModule)`.
import type { Person } from './embedded/backend';
import { current } from './mock-supabase';

/** What the last export has written. */
export const savedParts: Uint8Array<ArrayBuffer>[] = [];

export const storageModule = {
  // Set by the test: the person who is signed in.
  bucket: (name: string) => Promise.resolve((current.client as Person).storage.from(name)),
};

export const fileTargetModule = {
  openZip: () =>
    Promise.resolve({
      write: (part: Uint8Array<ArrayBuffer>) => Promise.resolve(void savedParts.push(part)),
      finish: () => Promise.resolve(),
      discard: () => Promise.resolve(),
    }),
};
