// F24: the IndexedDB store and the caches are cleared while a tab is open. What its page still holds in memory is
// restored and sent once; what was removed on purpose stays removed.
import { randomUUID } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventLoopTurns } from '@tests/support/event-loop-turns';
import { ANN, fakeDatabase, REFUSED_NOTES, startPhone } from './phone';

afterEach(() => void vi.restoreAllMocks());

const BACKUP_CACHE = 'farm-diary-spare';

type Phone = Awaited<ReturnType<typeof startPhone>>;
const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
const waitingWords = async (one: Phone) =>
  (await one.waiting()).map(({ action, fields }) => `${action} ${Number(fields['quantity'])}`);
const draft = (form: string, notes: string) => ({ userId: ANN, form, id: randomUUID(), values: { notes }, at: 1 });
const notesOf = async (one: Phone) => (await one.store.draftsOf(ANN)).map(({ values }) => (values as Draft).notes);
type Draft = { notes: string };

/** The open database handle of the phone's store. */
async function handleOf(one: Phone): Promise<IDBDatabase> {
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await one.store.entriesOf(ANN);
  // The object that the method was called on.
  const handle = transactions.mock.contexts.at(-1) as IDBDatabase | undefined;
  transactions.mockRestore();
  if (!handle) throw new Error('The store was not opened.');
  return handle;
}

/** Like "Clear site data" in a browser: deletes every database and cache and closes every open handle. */
async function clear(...tabs: Phone[]) {
  await Promise.all(tabs.map(({ store }) => store.syncBackup(ANN)));
  const handles: IDBDatabase[] = [];
  for (const tab of tabs) handles.push(await handleOf(tab));
  globalThis.indexedDB = new IDBFactory();
  for (const handle of handles) handle.close();
  for (const { caches } of tabs) await caches.delete(BACKUP_CACHE);
}
/** The next access to the store finds its handle closed. */
const failNextTransaction = () =>
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('gone', 'InvalidStateError');
  });
const otherTab = (one: Phone) => startPhone(one.disk, one.locks, one.caches);
/** The app started again, with whatever is on the device now. */
const restarted = (one: Phone) => startPhone(globalThis.indexedDB, one.locks, one.caches);
/** A broadcast from one tab reaches the others a moment later. */
const broadcastsArrived = () => eventLoopTurns();

describe('what the open page still holds in memory after the store is cleared (F24)', () => {
  it('entries wait again, in their order, and each is sent once', async () => {
    const phone = await startPhone();
    const { request, rows, commits } = fakeDatabase();
    for (const quantity of [1, 2, 3]) await phone.save(randomUUID(), job(quantity));
    await clear(phone);
    await phone.save(randomUUID(), job(4));
    expect(await waitingWords(phone)).toEqual(['insert 1', 'insert 2', 'insert 3', 'insert 4']);
    await phone.send(request);
    expect(await waitingWords(phone)).toEqual([]);
    expect([...rows.values()].map(({ quantity }) => quantity)).toEqual([1, 2, 3, 4]);
    expect(commits).toHaveLength(4);
  });

  it('entries are written to the store and its backup: the next start has them', async () => {
    const phone = await startPhone();
    await phone.save(randomUUID(), job(1));
    await phone.store.putDraft(draft('add-work/1', 'By the gate'));
    await clear(phone);
    await phone.store.entriesOf(ANN);
    await phone.store.syncBackup(ANN);
    const next = await restarted(phone);
    expect(await waitingWords(next)).toEqual(['insert 1']);
    expect(await notesOf(next)).toEqual(['By the gate']);
    expect(await waitingWords(await startPhone(new IDBFactory(), phone.locks, phone.caches))).toEqual(['insert 1']);
  });

  it('drafts are restored as last typed', async () => {
    const phone = await startPhone();
    await phone.store.putDraft(draft('add-work/1', 'By'));
    await phone.store.putDraft(draft('add-work/1', 'By the gate'));
    await clear(phone);
    expect(await notesOf(phone)).toEqual(['By the gate']);
  });

  it('photos are restored with their bytes, of a saved entry and of a draft', async () => {
    const phone = await startPhone();
    const { storeFile, fileOf } = await import('@/offline/outbox/store/files');
    const bytes = new TextEncoder().encode('a picture').buffer;
    const [work, typed] = [randomUUID(), randomUUID()];
    const photos = await Promise.all(
      [work, typed].map(async (parent) => {
        const id = randomUUID();
        const entry = {
          ...{ userId: ANN, accountId: ANN, kind: 'photo', id, action: 'insert' as const, version: 1, fields: {} },
          ...{ seen: null, parents: [parent], title: 'Photo', file: true as const },
        };
        await storeFile({ userId: ANN, id, parent, bytes, mime: 'image/jpeg', at: 1, entry });
        return id;
      }),
    );
    await phone.save(work, job(1));
    await clear(phone);
    expect((await phone.waiting()).map(({ kind }) => kind)).toEqual(['work', 'photo']);
    for (const id of photos) expect((await fileOf(ANN, id))?.bytes).toEqual(bytes);
    expect(await phone.store.filesOf(ANN, typed)).toHaveLength(1);
  });

  it('entries are restored once by two tabs, and one of the tabs sends them', async () => {
    const one = await startPhone();
    const { request, commits } = fakeDatabase();
    await one.save(randomUUID(), job(1));
    const other = await otherTab(one);
    await clear(one, other);
    expect([await waitingWords(one), await waitingWords(other)]).toEqual([['insert 1'], ['insert 1']]);
    await Promise.all([one.send(request), other.send(request)]);
    expect([await waitingWords(one), await waitingWords(other)]).toEqual([[], []]);
    expect(commits).toHaveLength(1);
  });

  it('an entry being sent when the store was cleared is stored in the database once, and does not wait again', async () => {
    const phone = await startPhone();
    const { request, commits } = fakeDatabase();
    await phone.save(randomUUID(), job(1));
    await phone.send(request);
    await phone.save(randomUUID(), job(2));
    let cleared = false;
    await phone.send(async (call) => {
      const answer = await request(call);
      if (call.method === 'POST' && !cleared) await clear(phone);
      cleared = true;
      return answer;
    });
    expect(await waitingWords(phone)).toEqual([]);
    expect(commits).toHaveLength(2);
  });

  it('an entry that can’t be written stays in memory until it can be', async () => {
    const phone = await startPhone();
    await phone.save(randomUUID(), job(1));
    await clear(phone);
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    });
    await expect(phone.store.entriesOf(ANN)).rejects.toThrow();
    full.mockRestore();
    expect(await waitingWords(phone)).toEqual(['insert 1']);
  });
});

describe('what is not restored after the store is cleared (F24)', () => {
  it('entries that were sent, deleted or discarded are not restored', async () => {
    const phone = await startPhone();
    const { request } = fakeDatabase();
    await phone.save(randomUUID(), job(1));
    await phone.save(randomUUID(), { ...job(2), notes: REFUSED_NOTES });
    await phone.send(request);
    const [stuck] = await phone.waiting();
    if (stuck) await phone.store.resolveAttention(ANN, stuck, 'drop');
    const deletedId = randomUUID();
    await phone.save(deletedId, job(3));
    await phone.save(deletedId, {}, { action: 'delete' });
    await phone.save(randomUUID(), job(4));
    await clear(phone);
    expect(await waitingWords(phone)).toEqual(['insert 4']);
  });

  it.each(['all', 'sent'] as const)(
    'after signing out (%s), no tab restores the entries or drafts of this person from memory',
    async (what) => {
      const one = await startPhone();
      const other = await otherTab(one);
      const { deleteDeviceData } = await import('@/offline/outbox/restore/device-data');
      await one.save(randomUUID(), job(1));
      await one.store.putDraft(draft('add-work/1', 'By the gate'));
      await other.store.entriesOf(ANN);
      await deleteDeviceData(ANN, what);
      await broadcastsArrived();
      // No one is signed in: no tab reads the queue, and the store is deleted.
      globalThis.indexedDB = new IDBFactory();
      await one.caches.delete(BACKUP_CACHE);
      for (const tab of [one, other]) {
        failNextTransaction();
        expect(await waitingWords(tab)).toEqual([]);
        expect(await notesOf(tab)).toEqual([]);
      }
    },
  );

  it('entries that another tab deleted, sent or saved in the meantime are not restored', async () => {
    const idleTab = await startPhone();
    const { request, commits } = fakeDatabase();
    const [removed, sent] = [randomUUID(), randomUUID()];
    await idleTab.save(removed, job(1));
    await idleTab.save(sent, job(2));
    const typed = draft('add-work/1', 'By the gate');
    await idleTab.store.putDraft(typed);
    const other = await otherTab(idleTab);
    await other.save(removed, {}, { action: 'delete' });
    await other.send(request);
    await other.store.dropDraft(ANN, typed.form);
    await broadcastsArrived();
    const handle = await handleOf(other);
    globalThis.indexedDB = new IDBFactory();
    handle.close();
    failNextTransaction();
    expect(await waitingWords(idleTab)).toEqual([]);
    expect(await notesOf(idleTab)).toEqual([]);
    expect(commits).toEqual([sent]);
  });

  it('entries that another tab restored and sent before this one could are not restored', async () => {
    const lateTab = await startPhone();
    const { request, commits } = fakeDatabase();
    await lateTab.save(randomUUID(), job(1));
    const first = await otherTab(lateTab);
    await clear(lateTab, first);
    await first.send(request);
    expect(await waitingWords(lateTab)).toEqual([]);
    await lateTab.send(request);
    expect(commits).toHaveLength(1);
  });
});
