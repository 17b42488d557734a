// The device's storage is removed, fails, is blocked, or is upgraded while entries wait in it.
import { randomUUID } from 'node:crypto';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '@/offline/outbox/entry';
import type { Call } from '@/offline/outbox/send/request';
import { ANN, fakeDatabase, startPhone } from './phone';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
const quantities = (entries: readonly Entry[]) => entries.map(({ fields }) => fields.quantity);
const failing = (name: string) => () => {
  throw new DOMException('gone', name);
};

/** A request that never settles. */
const silentRequest = (): unknown =>
  Object.defineProperty(Object.create(IDBOpenDBRequest.prototype), 'addEventListener', { value: () => undefined });

/** The database as the app's first version created it, with an entry in it. */
async function firstStore(disk: IDBFactory, entry: Omit<Entry, 'seq'>) {
  globalThis.indexedDB = disk;
  const db = await openDB('farm-diary-outbox', 1, {
    upgrade(made) {
      made.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true }).createIndex('user', 'userId');
      made.createObjectStore('drafts', { keyPath: ['userId', 'form'] });
      made.createObjectStore('marks', { keyPath: 'userId' });
    },
  });
  await db.add('entries', entry);
  await db.put('drafts', { userId: ANN, form: 'add-work', id: randomUUID(), values: { notes: 'By the gate' }, at: 1 });
  db.close();
}
const oldEntry = (id: string, fields: Entry['fields']): Omit<Entry, 'seq'> => ({
  userId: ANN,
  accountId: 'a0000000-0000-4000-8000-000000000001',
  kind: 'work',
  id,
  action: 'insert',
  version: 1,
  fields,
  seen: null,
  parents: [],
  title: 'Baling, Hill Farm',
  recordedAt: '2026-11-19T10:00:00Z',
  state: 'queued',
  leaseUntil: null,
  tried: 0,
  problem: null,
  acknowledgedAt: null,
});

describe("a device that closes the app's storage (F22)", () => {
  it.each(['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError'])(
    'reopens the handle and completes the operation if the app was not told (%s)',
    async (name) => {
      const phone = await startPhone();
      await phone.save(randomUUID(), job(1));
      const transactionFails = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(failing(name));
      await phone.save(randomUUID(), job(2));
      expect(transactionFails).toHaveBeenCalled();
      expect(quantities(await phone.waiting())).toEqual([1, 2]);
    },
  );

  it('tries a write twice and then fails, and stores nothing, if the storage stays closed', async () => {
    const phone = await startPhone();
    const transactionFails = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(failing('UnknownError'));
    await expect(phone.save(randomUUID(), job(1))).rejects.toThrow('gone');
    const saves = transactionFails.mock.calls.filter(([stores]) => Array.isArray(stores));
    expect(saves).toHaveLength(2);
    transactionFails.mockRestore();
    expect(await phone.waiting()).toEqual([]);
  });

  it('closes the handle when a newer version upgrades, and refuses to write to the newer store', async () => {
    const phone = await startPhone();
    await phone.save(randomUUID(), job(1));
    const newer = await openDB('farm-diary-outbox', 3);
    newer.close();
    await expect(phone.save(randomUUID(), job(2))).rejects.toMatchObject({ name: 'VersionError' });
    const kept = await openDB('farm-diary-outbox', 3);
    expect(quantities((await kept.getAll('entries')) as Entry[])).toEqual([1]);
    kept.close();
  });

  it('times out when opening gets no event, as when another tab blocks it', async () => {
    const phone = await startPhone();
    await phone.save(randomUUID(), job(1));
    vi.resetModules();
    const store = await import('@/offline/outbox/store/store');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = vi.spyOn(globalThis.indexedDB, 'open').mockImplementation(() => silentRequest() as IDBOpenDBRequest);
    const timesOut = expect(store.entriesOf(ANN)).rejects.toMatchObject({ name: 'TimeoutError' });
    await vi.advanceTimersByTimeAsync(10_000);
    await timesOut;
    silent.mockRestore();
    vi.useRealTimers();
    expect(quantities(await store.entriesOf(ANN))).toEqual([1]);
  });
});

describe('a write that fails half-way (F21)', () => {
  it('leaves nothing behind, neither of a record nor of its photos', async () => {
    const phone = await startPhone();
    const id = randomUUID();
    const files = await import('@/offline/outbox/store/files');
    await files.storeFile({
      userId: ANN,
      id: randomUUID(),
      parent: id,
      bytes: new ArrayBuffer(3),
      mime: 'image/jpeg',
      entry: { ...oldEntry(randomUUID(), {}), kind: 'photo', parents: [id], file: true },
      at: 1,
    });
    // The original method, called on the store it belongs to.
    const put = Reflect.get(IDBObjectStore.prototype, 'put') as (
      this: IDBObjectStore,
      value: unknown,
    ) => IDBRequest<IDBValidKey>;
    let writes = 0;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value: unknown) {
      writes += 1;
      if (writes === 2) throw new DOMException('The disk is full', 'QuotaExceededError');
      return put.call(this, value);
    });
    await expect(phone.save(id, job(1))).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(writes).toBe(2);
    vi.restoreAllMocks();
    expect(await phone.waiting()).toEqual([]);
  });
});

describe('the app dies while its storage is being upgraded (F39)', () => {
  it('keeps the old version intact, and upgrades it at the next start', async () => {
    const disk = new IDBFactory();
    const id = randomUUID();
    await firstStore(disk, oldEntry(id, job(12)));
    const createIndexFails = vi
      .spyOn(IDBObjectStore.prototype, 'createIndex')
      .mockImplementation(failing('QuotaExceededError'));
    await expect(startPhone(disk)).rejects.toThrow();
    createIndexFails.mockRestore();
    const old = await openDB('farm-diary-outbox');
    expect(old.version).toBe(1);
    expect([...old.objectStoreNames]).toEqual(['drafts', 'entries', 'marks']);
    expect(await old.count('entries')).toBe(1);
    old.close();
    const phone = await startPhone(disk);
    expect(await phone.waiting()).toMatchObject([{ id, state: 'queued', fields: { quantity: 12 } }]);
    expect(await phone.store.draftsOf(ANN, 'add-work')).toMatchObject([{ values: { notes: 'By the gate' } }]);
  });
});

describe('a new version of the app, while entries of the old one wait (F29)', () => {
  it('keeps what the first store held, and sends it', async () => {
    const disk = new IDBFactory();
    const db = fakeDatabase();
    const ids = [randomUUID(), randomUUID()];
    await firstStore(disk, oldEntry(ids[0] ?? '', job(12)));
    const phone = await startPhone(disk);
    await phone.save(ids[1] ?? '', job(13));
    await phone.send(db.request);
    expect(db.commits).toEqual(ids);
    expect(await phone.waiting()).toEqual([]);
  });

  /** The next version renames the column quantity to amount. */
  async function nextVersion(disk: IDBFactory) {
    const phone = await startPhone(disk);
    const { replaceRecordType } = await import('@/offline/outbox/record-type');
    replaceRecordType({
      kind: 'work',
      table: 'works',
      readFrom: 'listed_works',
      version: 2,
      derived: ['customer', 'user_id'],
      migrate: ({ quantity = null, ...rest }, from) => (from < 2 ? { ...rest, amount: quantity } : rest),
      invalidates: [],
    });
    return phone;
  }

  it('migrates the columns of a waiting entry', async () => {
    const db = fakeDatabase();
    const first = await startPhone();
    const id = randomUUID();
    await first.save(id, job(12));
    const phone = await nextVersion(first.disk);
    await phone.send(db.request);
    expect(db.rows.get(id)).toMatchObject({ amount: 12 });
    expect(db.rows.get(id)).not.toHaveProperty('quantity');
    expect(await phone.waiting()).toEqual([]);
  });

  it('migrates the columns once, before a change is merged into the entry', async () => {
    const db = fakeDatabase();
    const first = await startPhone();
    const id = randomUUID();
    await first.save(id, job(12));
    const phone = await nextVersion(first.disk);
    await phone.save(id, { amount: 13 }, { action: 'update', version: 2 });
    expect(await phone.waiting()).toMatchObject([{ action: 'insert', version: 2, fields: { amount: 13 } }]);
    await phone.send(db.request);
    expect(db.rows.get(id)).toMatchObject({ amount: 13, customer: 'Hill Farm' });
  });

  it('migrates what the user saw: an edit of what no one has changed since is no conflict', async () => {
    const db = fakeDatabase();
    const first = await startPhone();
    const id = randomUUID();
    await first.save(id, job(12));
    await first.send(db.request);
    const seen = { quantity: 12, updated_at: db.rows.get(id)?.updated_at ?? '' };
    await first.save(id, { quantity: 13 }, { action: 'update', seen });
    // The server has the new column by now; someone has written a note meanwhile.
    db.changeAsSomeoneElse(id, { quantity: undefined, amount: 12, notes: 'wet' });
    const phone = await nextVersion(first.disk);
    await phone.send(db.request);
    expect(await phone.waiting()).toEqual([]);
    expect(db.rows.get(id)).toMatchObject({ amount: 13, notes: 'wet' });
  });

  it('does not send an entry that a newer version saved, and says why', async () => {
    const phone = await startPhone();
    await phone.save(randomUUID(), job(12), { version: 2 });
    const calls: Call[] = [];
    await phone.send((call) => {
      calls.push(call);
      return Promise.resolve({ status: 201, body: [], retryAfterMs: null });
    });
    expect(calls).toEqual([]);
    expect(await phone.waiting()).toMatchObject([
      { state: 'attention', problem: { sentence: expect.stringContaining('Update the app') as string } },
    ]);
  });
});
