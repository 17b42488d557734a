// F43: a person's profile and permissions are stored twice on the device, and are removed with everything else.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { expect, it, vi } from 'vitest';
import { cachesOfOneDevice, type Caches } from './caches';

const ANN = 'ann';
const BOB = 'bob';
const copy = (userId: string, name: string) => ({
  userId,
  hash: JSON.stringify([name, userId]),
  isWho: name === 'profile',
  data: { name },
  updatedAt: 1,
});
const profileOf = (userId: string) => copy(userId, 'profile');

async function storeOn(caches: Caches, disk = new IDBFactory()) {
  vi.resetModules();
  globalThis.indexedDB = disk;
  vi.stubGlobal('caches', caches);
  const store = await import('@/offline/snapshot/snapshot-store');
  return {
    disk,
    ...store,
    /** What the device would start with if its database were lost now. */
    lost: async (userId = ANN) => (await (await storeOn(caches)).copiesOf(userId))?.queries,
  };
}
/** Enough time for writes that were started. */
const written = () => new Promise((done) => setTimeout(done, 20));

it('is restored if the browser lost its database, and nothing else is', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  await store.putQueryCopies([profileOf(ANN), copy(ANN, 'prices')]);
  await written();
  expect(await store.lost()).toEqual([profileOf(ANN)]);
  expect(await store.lost(BOB)).toEqual([]);
});

it('is restored also if a list was read since, and never in an older version', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  await store.putQueryCopies([profileOf(ANN)]);
  await written();
  const after = await storeOn(caches);
  await after.putQueryCopies([copy(ANN, 'prices')]);
  expect((await after.copiesOf(ANN))?.queries).toEqual([copy(ANN, 'prices'), profileOf(ANN)]);
  const newer = { ...profileOf(ANN), updatedAt: 2 };
  await after.putQueryCopies([newer]);
  expect((await after.copiesOf(ANN))?.queries).toEqual([copy(ANN, 'prices'), newer]);
});

it('is removed when the person signs out, whatever was being written', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  await store.putQueryCopies([profileOf(ANN)]);
  const writing = store.putQueryCopies([profileOf(ANN)]);
  await store.wipeSnapshot();
  await writing;
  await written();
  expect(await store.lost()).toEqual([]);
});

it('is removed when another person signs in', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  await store.putQueryCopies([profileOf(ANN), profileOf(BOB)]);
  await store.wipeOthers(BOB);
  await written();
  expect(await store.lost(ANN)).toEqual([]);
  expect(await store.lost(BOB)).toEqual([profileOf(BOB)]);
});

it('is not restored from a device that does not respond', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  await store.putQueryCopies([profileOf(ANN)]);
  await written();
  caches.trouble.opens = 9;
  expect(await store.lost()).toEqual([]);
});

it('is recognised in copies of versions that did not mark it, so that their app still opens', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  const { userId, hash, data, updatedAt } = profileOf(ANN);
  await store.putQueryCopies([copy(ANN, 'prices')]);
  const db = await openDB('farm-diary-snapshots');
  await db.put('queries', { userId, hash, data, updatedAt });
  db.close();
  expect((await store.copiesOf(ANN))?.queries).toEqual([copy(ANN, 'prices'), profileOf(ANN)]);
});
