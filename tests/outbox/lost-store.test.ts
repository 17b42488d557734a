// F43: the browser lost the outbox's database, as happens when a kill leaves half a record in its log. Waiting entries
// are restored from the backup and sent once, and nothing that was finished comes back.
import { randomUUID } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANN, fakeDatabase, REFUSED_NOTES, startPhone } from './phone';

afterEach(() => void vi.useRealTimers());

type Phone = Awaited<ReturnType<typeof startPhone>>;
const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
const NO_RESPONSE = { status: 0, body: null, retryAfterMs: null };

/** The same phone, started again with its database. */
const restarted = (before: Phone) => startPhone(before.disk, undefined, before.caches);
/** The same phone, started again after the browser has lost the database. */
const withoutDatabase = (before: Phone) => startPhone(new IDBFactory(), undefined, before.caches);
/** As `withoutDatabase`, but all changes have reached the backup before the database is lost. */
async function withoutDatabaseAfterBackup(before: Phone) {
  await before.store.syncBackup(ANN);
  return withoutDatabase(before);
}

const waitingWords = async (one: Phone) =>
  (await one.waiting()).map(({ action, fields }) => `${action} ${Number(fields['quantity'])}`);

describe('a phone whose browser lost the database (F43)', () => {
  it('restores all waiting entries, in their order, and sends each once', async () => {
    const before = await startPhone();
    const { request, rows, commits } = fakeDatabase();
    for (const quantity of [1, 2, 3]) await before.save(randomUUID(), job(quantity));
    const after = await withoutDatabaseAfterBackup(before);
    expect(await waitingWords(after)).toEqual(['insert 1', 'insert 2', 'insert 3']);
    await after.save(randomUUID(), job(4));
    await after.send(request);
    expect(await waitingWords(after)).toEqual([]);
    expect([...rows.values()].map(({ quantity }) => quantity)).toEqual([1, 2, 3, 4]);
    expect(commits).toHaveLength(4);
  });

  it('has an entry in the backup once it is reported as saved: the database may be lost before the next change', async () => {
    const before = await startPhone();
    await before.save(randomUUID(), job(1));
    await before.save(randomUUID(), job(2));
    // Read at once: a later write would bring the backup up to date.
    const cache = await before.caches.open('farm-diary-spare');
    const stored = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
    const lines = await Promise.all(stored.map(async (one) => (await one?.text()) ?? ''));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      [
        expect.objectContaining({ action: 'insert', fields: job(1) }),
        expect.objectContaining({ action: 'insert', fields: job(2) }),
      ],
    ]);
    expect(await waitingWords(await withoutDatabase(before))).toEqual(['insert 1', 'insert 2']);
  });

  it('saves although the backup never answers', async () => {
    const before = await startPhone();
    before.caches.trouble.silent = true;
    await before.save(randomUUID(), job(1));
    expect(await waitingWords(before)).toEqual(['insert 1']);
  });

  it('restores the entries saved in between, too, if the database is lost a second time', async () => {
    const before = await startPhone();
    await before.save(randomUUID(), job(5));
    const after = await withoutDatabaseAfterBackup(before);
    await after.save(randomUUID(), job(6));
    expect(await waitingWords(await withoutDatabaseAfterBackup(after))).toEqual(['insert 5', 'insert 6']);
  });

  it('restores nothing that was sent, deleted or replaced by a change', async () => {
    const before = await startPhone();
    const { request, rows } = fakeDatabase();
    const [sent, taken, changed] = [randomUUID(), randomUUID(), randomUUID()];
    await before.save(sent, job(1));
    await before.send(request);
    await before.save(taken, job(2));
    await before.save(taken, {}, { action: 'delete' });
    await before.save(changed, job(3));
    await before.save(changed, { quantity: 30 }, { action: 'update', seen: { quantity: 3 } });
    const after = await withoutDatabaseAfterBackup(before);
    expect(await waitingWords(after)).toEqual(['insert 30']);
    await after.send(request);
    expect([...rows.keys()]).toEqual([sent, changed]);
  });

  it('keeps an entry that may have been sent separate from a later change, which follows as an update', async () => {
    const before = await startPhone();
    const { request, rows } = fakeDatabase();
    const id = randomUUID();
    await before.save(id, job(7));
    await before.send((call) => request(call).then(() => NO_RESPONSE));
    expect(rows.get(id)?.quantity).toBe(7);
    const after = await withoutDatabaseAfterBackup(before);
    const seen = { quantity: 7, updated_at: rows.get(id)?.updated_at ?? '' };
    await after.save(id, { quantity: 8 }, { action: 'update', seen });
    expect(await waitingWords(after)).toEqual(['insert 7', 'update 8']);
  });

  it('restores entries that need attention with their problem', async () => {
    const before = await startPhone();
    const { request } = fakeDatabase();
    await before.save(randomUUID(), { ...job(9), notes: REFUSED_NOTES });
    await before.send(request);
    const after = await withoutDatabaseAfterBackup(before);
    expect((await after.waiting()).map(({ state, problem }) => [state, problem?.sentence])).toEqual([
      ['attention', 'The note is too long.'],
    ]);
  });

  it.each([
    ['edited', { quantity: 60 }, 'update', ['insert 60']],
    ['deleted', {}, 'delete', []],
  ] as const)(
    'killed before the backup recorded that an entry was %s, keeps the last state and updates the backup',
    async (_, fields, action, words) => {
      const before = await startPhone();
      const id = randomUUID();
      await before.save(id, job(6));
      await before.store.syncBackup(ANN);
      before.caches.trouble.opens = 9;
      await before.save(id, fields, { action, seen: { quantity: 6 } });
      await before.store.syncBackup(ANN);
      before.caches.trouble.opens = 0;
      const next = await restarted(before);
      expect(await waitingWords(next)).toEqual(words);
      expect(await waitingWords(await withoutDatabaseAfterBackup(next))).toEqual(words);
    },
  );

  it('killed between creating the empty database and restoring, restores at the next start', async () => {
    const before = await startPhone();
    await before.save(randomUUID(), job(6));
    await before.store.syncBackup(ANN);
    before.caches.trouble.opens = 1;
    const killed = await withoutDatabase(before);
    expect(await waitingWords(killed)).toEqual([]);
    expect(await waitingWords(await restarted(killed))).toEqual(['insert 6']);
  });

  it.each(['opens', 'reads'] as const)(
    'if the backup is unreadable (%s), works on without overwriting it, and restores all at the next start',
    async (what) => {
      const before = await startPhone();
      await before.save(randomUUID(), job(1));
      await before.store.syncBackup(ANN);
      before.caches.trouble[what] = 1;
      const after = await withoutDatabase(before);
      await after.save(randomUUID(), job(2));
      await after.store.deleteOldAcknowledged(ANN, Date.now());
      await after.store.syncBackup(ANN);
      const next = await restarted(after);
      expect((await waitingWords(next)).toSorted()).toEqual(['insert 1', 'insert 2']);
      expect((await waitingWords(await withoutDatabaseAfterBackup(next))).toSorted()).toEqual(['insert 1', 'insert 2']);
    },
  );

  it('opens after three seconds if the backup does not respond', async () => {
    const before = await startPhone();
    before.caches.trouble.silent = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const opening = withoutDatabase(before);
    // In small steps: three seconds at once would also end the opening of a database that is slow on a busy machine.
    await vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(100);
        expect(vi.getTimerCount()).toBe(0);
      },
      { timeout: 60_000, interval: 20 },
    );
    const after = await opening;
    await after.save(randomUUID(), job(1));
    expect(await waitingWords(after)).toEqual(['insert 1']);
  });

  it('takes nothing from the backup if its database is intact, even after a kill', async () => {
    const before = await startPhone();
    await before.save(randomUUID(), job(6));
    await before.store.syncBackup(ANN);
    // The entry was deleted, and the app was killed before the deletion reached the backup.
    const db = await openDB('farm-diary-outbox');
    await db.clear('entries');
    db.close();
    const after = await restarted(before);
    expect(await waitingWords(after)).toEqual([]);
    expect(await waitingWords(await withoutDatabaseAfterBackup(after))).toEqual([]);
  });

  it('writes entries of an app version without a backup to the backup at the next start', async () => {
    const before = await startPhone();
    await before.save(randomUUID(), job(6));
    const after = await startPhone(before.disk);
    expect(await waitingWords(await withoutDatabaseAfterBackup(after))).toEqual(['insert 6']);
  });

  it('with two tabs, the backup matches the database, whichever tab wrote last', async () => {
    const one = await startPhone();
    const id = randomUUID();
    await one.save(id, job(7));
    const other = await startPhone(one.disk, one.locks, one.caches);
    await Promise.all([one.store.syncBackup(ANN), other.save(id, {}, { action: 'delete' })]);
    await Promise.all([one.store.syncBackup(ANN), other.store.syncBackup(ANN)]);
    expect(await waitingWords(await withoutDatabase(one))).toEqual([]);
  });
});

describe('photos on a phone whose browser lost the database (F43)', () => {
  async function withPhoto() {
    const before = await startPhone();
    const { storeFile } = await import('@/offline/outbox/store/files');
    const [work, id] = [randomUUID(), randomUUID()];
    const entry = {
      ...{ userId: ANN, accountId: ANN, kind: 'photo', id, action: 'insert' as const, version: 1, fields: {} },
      ...{ seen: null, parents: [work], title: 'Photo', file: true as const },
    };
    const bytes = new TextEncoder().encode('a line\nand another').buffer;
    await storeFile({ userId: ANN, id, parent: work, bytes, mime: 'image/jpeg', at: Date.now(), entry });
    await before.save(work, job(1));
    return { before, work, id, bytes };
  }
  /** The bytes that are sent for a photo. */
  const bytesOf = async (id: string) => {
    const { fileOf } = await import('@/offline/outbox/store/files');
    return new Uint8Array((await fileOf(ANN, id))?.bytes ?? new ArrayBuffer());
  };

  it('are sent from the backup', async () => {
    const { before, id, bytes } = await withPhoto();
    const after = await withoutDatabaseAfterBackup(before);
    expect((await after.waiting()).map(({ kind }) => kind)).toEqual(['work', 'photo']);
    expect(await bytesOf(id)).toEqual(new Uint8Array(bytes));
    await withoutDatabaseAfterBackup(after);
    expect(await bytesOf(id)).toEqual(new Uint8Array(bytes));
  });

  it('are removed from the backup when none of them is waiting', async () => {
    const { before, work, id } = await withPhoto();
    await before.store.syncBackup(ANN);
    await before.save(work, {}, { action: 'delete' });
    await withoutDatabaseAfterBackup(before);
    expect(await bytesOf(id)).toHaveLength(0);
  });
});
