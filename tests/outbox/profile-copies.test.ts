// F43: a person's profile and permissions are stored twice on the device, and are removed with everything else.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { expect, it, vi } from 'vitest';
import { eventLoopTurns } from '@tests/support/event-loop-turns';
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
    restoredAfterLoss: async (userId = ANN) => (await (await storeOn(caches)).copiesOf(userId))?.queries,
  };
}

it('restores the profile, and nothing else, if the browser lost its database', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  await store.putQueryCopies([profileOf(ANN), copy(ANN, 'prices')]);
  await eventLoopTurns();
  expect(await store.restoredAfterLoss()).toEqual([profileOf(ANN)]);
  expect(await store.restoredAfterLoss(BOB)).toEqual([]);
});

it('restores the profile after a list was read, and never an older version of it', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  await store.putQueryCopies([profileOf(ANN)]);
  await eventLoopTurns();
  const after = await storeOn(caches);
  await after.putQueryCopies([copy(ANN, 'prices')]);
  expect((await after.copiesOf(ANN))?.queries).toEqual([copy(ANN, 'prices'), profileOf(ANN)]);
  const newer = { ...profileOf(ANN), updatedAt: 2 };
  await after.putQueryCopies([newer]);
  expect((await after.copiesOf(ANN))?.queries).toEqual([copy(ANN, 'prices'), newer]);
});

it('backs up at the next start a profile that only the database holds, and never an older version of it', async () => {
  const caches = cachesOfOneDevice();
  const closedAtOnce = await storeOn(caches);
  caches.trouble.opens = 1;
  await closedAtOnce.putQueryCopies([profileOf(ANN)]);
  await eventLoopTurns();
  const next = await storeOn(caches, closedAtOnce.disk);
  await next.copiesOf(ANN);
  await eventLoopTurns();
  expect(await next.restoredAfterLoss()).toEqual([profileOf(ANN)]);

  const newer = { ...profileOf(ANN), updatedAt: 2 };
  const another = await storeOn(caches);
  await another.putQueryCopies([newer]);
  await eventLoopTurns();
  const old = await storeOn(caches, closedAtOnce.disk);
  expect((await old.copiesOf(ANN))?.queries).toEqual([profileOf(ANN)]);
  await eventLoopTurns();
  expect(await old.restoredAfterLoss()).toEqual([newer]);
});

it('removes the profile when the user signs out, even during a write', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  await store.putQueryCopies([profileOf(ANN)]);
  const writing = store.putQueryCopies([profileOf(ANN)]);
  await store.wipeSnapshot();
  await writing;
  await eventLoopTurns();
  expect(await store.restoredAfterLoss()).toEqual([]);
});

it('removes the profile when another user signs in', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  await store.putQueryCopies([profileOf(ANN), profileOf(BOB)]);
  await store.wipeOthers(BOB);
  await eventLoopTurns();
  expect(await store.restoredAfterLoss(ANN)).toEqual([]);
  expect(await store.restoredAfterLoss(BOB)).toEqual([profileOf(BOB)]);
});

it('restores nothing if the cache does not respond', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  await store.putQueryCopies([profileOf(ANN)]);
  await eventLoopTurns();
  caches.trouble.opens = 9;
  expect(await store.restoredAfterLoss()).toEqual([]);
});

it('recognises the profile in copies of app versions that did not mark it', async () => {
  const caches = cachesOfOneDevice();
  const store = await storeOn(caches);
  const { userId, hash, data, updatedAt } = profileOf(ANN);
  await store.putQueryCopies([copy(ANN, 'prices')]);
  const db = await openDB('farm-diary-snapshots');
  await db.put('queries', { userId, hash, data, updatedAt });
  db.close();
  expect((await store.copiesOf(ANN))?.queries).toEqual([copy(ANN, 'prices'), profileOf(ANN)]);
});
