// F24: the IndexedDB store and the caches are cleared under an open tab. What its page still holds in memory is
// restored and sent once; what was removed on purpose stays removed.
import { randomUUID } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANN, phone, server } from './phone';

afterEach(() => void vi.restoreAllMocks());

type Phone = Awaited<ReturnType<typeof phone>>;
const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
const told = async (one: Phone) =>
  (await one.waiting()).map(({ action, fields }) => `${action} ${Number(fields['quantity'])}`);
const draft = (form: string, notes: string) => ({ userId: ANN, form, id: randomUUID(), values: { notes }, at: 1 });
const notesOf = async (one: Phone) => (await one.store.draftsOf(ANN)).map(({ values }) => (values as Draft).notes);
type Draft = { notes: string };

async function handleOf(one: Phone): Promise<IDBDatabase> {
  const asked = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await one.store.entriesOf(ANN);
  // The object that the method was called on.
  const handle = asked.mock.contexts.at(-1) as IDBDatabase | undefined;
  asked.mockRestore();
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
  for (const { caches } of tabs) await caches.delete('farm-diary-spare');
}
/** The next access to the store finds its handle closed. */
const goneOnce = () =>
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('gone', 'InvalidStateError');
  });
const otherTab = (one: Phone) => phone(one.disk, one.locks, one.caches);
/** The app started again, with whatever is on the device now. */
const startedAgain = (one: Phone) => phone(globalThis.indexedDB, one.locks, one.caches);
/** A broadcast from one tab reaches the others a moment later. */
const heard = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('what the open page still holds in memory after the store is cleared (F24)', () => {
  it('entries wait again, in their order, and each is sent once', async () => {
    const p = await phone();
    const { request, rows, commits } = server();
    for (const quantity of [1, 2, 3]) await p.save(randomUUID(), job(quantity));
    await clear(p);
    await p.save(randomUUID(), job(4));
    expect(await told(p)).toEqual(['insert 1', 'insert 2', 'insert 3', 'insert 4']);
    await p.send(request);
    expect(await told(p)).toEqual([]);
    expect([...rows.values()].map(({ quantity }) => quantity)).toEqual([1, 2, 3, 4]);
    expect(commits).toHaveLength(4);
  });

  it('entries are written to the store and its backup: the next start has them', async () => {
    const p = await phone();
    await p.save(randomUUID(), job(1));
    await p.store.putDraft(draft('add-work/1', 'By the gate'));
    await clear(p);
    await p.store.entriesOf(ANN);
    await p.store.syncBackup(ANN);
    const next = await startedAgain(p);
    expect(await told(next)).toEqual(['insert 1']);
    expect(await notesOf(next)).toEqual(['By the gate']);
    expect(await told(await phone(new IDBFactory(), p.locks, p.caches))).toEqual(['insert 1']);
  });

  it('drafts are restored as last typed', async () => {
    const p = await phone();
    await p.store.putDraft(draft('add-work/1', 'By'));
    await p.store.putDraft(draft('add-work/1', 'By the gate'));
    await clear(p);
    expect(await notesOf(p)).toEqual(['By the gate']);
  });

  it('photos are restored with their bytes, of a saved entry and of a draft', async () => {
    const p = await phone();
    const { keepFile, fileOf } = await import('@/offline/outbox/store/files');
    const bytes = new TextEncoder().encode('a picture').buffer;
    const [work, typed] = [randomUUID(), randomUUID()];
    const photos = await Promise.all(
      [work, typed].map(async (parent) => {
        const id = randomUUID();
        const entry = {
          ...{ userId: ANN, accountId: ANN, kind: 'photo', id, action: 'insert' as const, version: 1, fields: {} },
          ...{ seen: null, parents: [parent], title: 'Photo', file: true as const },
        };
        await keepFile({ userId: ANN, id, parent, bytes, mime: 'image/jpeg', at: 1, entry });
        return id;
      }),
    );
    await p.save(work, job(1));
    await clear(p);
    expect((await p.waiting()).map(({ kind }) => kind)).toEqual(['work', 'photo']);
    for (const id of photos) expect((await fileOf(ANN, id))?.bytes).toEqual(bytes);
    expect(await p.store.filesOf(ANN, typed)).toHaveLength(1);
  });

  it('entries are restored once by two tabs, and one of the tabs sends them', async () => {
    const one = await phone();
    const { request, commits } = server();
    await one.save(randomUUID(), job(1));
    const other = await otherTab(one);
    await clear(one, other);
    expect([await told(one), await told(other)]).toEqual([['insert 1'], ['insert 1']]);
    await Promise.all([one.send(request), other.send(request)]);
    expect([await told(one), await told(other)]).toEqual([[], []]);
    expect(commits).toHaveLength(1);
  });

  it('an entry being sent when the store was cleared is stored once, and one with its old number stays', async () => {
    const p = await phone();
    const { request, commits } = server();
    await p.save(randomUUID(), job(1));
    await p.send(request);
    await p.save(randomUUID(), job(2));
    let cleared = false;
    await p.send(async (call) => {
      const answer = await request(call);
      if (call.method === 'POST' && !cleared) await clear(p);
      cleared = true;
      return answer;
    });
    expect(await told(p)).toEqual([]);
    expect(commits).toHaveLength(2);
  });

  it('an entry that can’t be written stays in memory until it can be', async () => {
    const p = await phone();
    await p.save(randomUUID(), job(1));
    await clear(p);
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    });
    await expect(p.store.entriesOf(ANN)).rejects.toThrow();
    full.mockRestore();
    expect(await told(p)).toEqual(['insert 1']);
  });
});

describe('what is not restored after the store is cleared (F24)', () => {
  it('what was sent, cancelled or discarded', async () => {
    const p = await phone();
    const { request } = server();
    await p.save(randomUUID(), job(1));
    await p.save(randomUUID(), { ...job(2), notes: 'poison' });
    await p.send(request);
    const [stuck] = await p.waiting();
    if (stuck) await p.store.resolveAttention(ANN, stuck, 'drop');
    const taken = randomUUID();
    await p.save(taken, job(3));
    await p.save(taken, {}, { action: 'delete' });
    await p.save(randomUUID(), job(4));
    await clear(p);
    expect(await told(p)).toEqual(['insert 4']);
  });

  it.each(['all', 'sent'] as const)(
    'what a person left when signing out (%s), in this tab and another',
    async (what) => {
      const one = await phone();
      const other = await otherTab(one);
      const { dropHere } = await import('@/offline/outbox/restore/left-on-device');
      await one.save(randomUUID(), job(1));
      await one.store.putDraft(draft('add-work/1', 'By the gate'));
      await other.store.entriesOf(ANN);
      await dropHere(ANN, what);
      await heard();
      // No one is signed in: no tab reads the queue, and the store is deleted.
      globalThis.indexedDB = new IDBFactory();
      await one.caches.delete('farm-diary-spare');
      for (const tab of [one, other]) {
        goneOnce();
        expect(await told(tab)).toEqual([]);
        expect(await notesOf(tab)).toEqual([]);
      }
    },
  );

  it('what another tab removed, sent or saved in the meantime', async () => {
    const asleep = await phone();
    const { request, commits } = server();
    const [removed, sent] = [randomUUID(), randomUUID()];
    await asleep.save(removed, job(1));
    await asleep.save(sent, job(2));
    const typed = draft('add-work/1', 'By the gate');
    await asleep.store.putDraft(typed);
    const other = await otherTab(asleep);
    await other.save(removed, {}, { action: 'delete' });
    await other.send(request);
    await other.store.dropDraft(ANN, typed.form);
    await heard();
    const handle = await handleOf(other);
    globalThis.indexedDB = new IDBFactory();
    handle.close();
    goneOnce();
    expect(await told(asleep)).toEqual([]);
    expect(await notesOf(asleep)).toEqual([]);
    expect(commits).toEqual([sent]);
  });

  it('what another tab restored and sent before this one could', async () => {
    const late = await phone();
    const { request, commits } = server();
    await late.save(randomUUID(), job(1));
    const first = await otherTab(late);
    await clear(late, first);
    await first.send(request);
    expect(await told(late)).toEqual([]);
    await late.send(request);
    expect(commits).toHaveLength(1);
  });
});
