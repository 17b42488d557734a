// F43: the browser lost the outbox's database, as it does where a kill left half a record in its log. What waits is had
// back from the second place, sent once, and nothing comes back that was over.
import { randomUUID } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { ANN, phone, server } from './phone';

type Phone = Awaited<ReturnType<typeof phone>>;
const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
const photo = (parent: string) => ({
  userId: ANN,
  id: randomUUID(),
  parent,
  bytes: new TextEncoder().encode('a line\nand another').buffer,
  mime: 'image/jpeg',
  at: Date.now(),
});

/** Has all that was changed reached the second place. */
async function spared({ disk }: Phone) {
  const { spareEntries } = await import('@/outbox/spare');
  expect(globalThis.indexedDB).toBe(disk);
  return spareEntries(ANN);
}

/** The same phone whose database is gone. */
async function withoutDatabase(before: Phone) {
  await spared(before);
  return phone(new IDBFactory(), undefined, before.caches);
}

const quantities = async (one: Phone) => (await one.waiting()).map(({ fields }) => fields.quantity);

describe('F43: a phone whose browser lost the database', () => {
  it('has all that waits again, in its order, and sends each once', async () => {
    const before = await phone();
    const { request, rows, commits } = server();
    for (const quantity of [1, 2, 3]) await before.save(randomUUID(), job(quantity));
    const after = await withoutDatabase(before);
    expect(await quantities(after)).toEqual([1, 2, 3]);
    await after.save(randomUUID(), job(4));
    expect(await quantities(after)).toEqual([1, 2, 3, 4]);
    await after.send(request);
    expect(await quantities(after)).toEqual([]);
    expect([...rows.values()].map(({ quantity }) => quantity)).toEqual([1, 2, 3, 4]);
    expect(commits).toHaveLength(4);
  });

  it('loses it once more, and has it again', async () => {
    const before = await phone();
    await before.save(randomUUID(), job(5));
    const after = await withoutDatabase(await withoutDatabase(before));
    expect(await quantities(after)).toEqual([5]);
  });

  it('brings nothing back that was sent, taken back or changed', async () => {
    const before = await phone();
    const { request, rows } = server();
    const [sent, taken, changed] = [randomUUID(), randomUUID(), randomUUID()];
    await before.save(sent, job(1));
    await before.send(request);
    await before.save(taken, job(2));
    await before.save(taken, {}, { action: 'delete' });
    await before.save(changed, job(3));
    await before.save(changed, { quantity: 30 }, { action: 'update', seen: { quantity: 3 } });
    const after = await withoutDatabase(before);
    expect(await quantities(after)).toEqual([30]);
    await after.send(request);
    expect([...rows.keys()]).toEqual([sent, changed]);
  });

  it('takes none of it for new where it had left before: what is changed then follows it', async () => {
    const before = await phone();
    const { request, rows } = server();
    const id = randomUUID();
    await before.save(id, job(7));
    // The database has it, and this phone did not hear.
    const unheard = { status: 0, body: null, retryAfterMs: null };
    await before.send((call) => request(call).then(() => unheard));
    expect(rows.get(id)?.quantity).toBe(7);
    const after = await withoutDatabase(before);
    await after.save(
      id,
      { quantity: 8 },
      { action: 'update', seen: { quantity: 7, updated_at: rows.get(id)?.updated_at ?? '' } },
    );
    expect(await after.waiting()).toHaveLength(2);
  });

  it('keeps what waits for its person’s answer waiting for it', async () => {
    const before = await phone();
    const { request } = server();
    await before.save(randomUUID(), { ...job(9), notes: 'poison' });
    await before.send(request);
    const after = await withoutDatabase(before);
    expect((await after.waiting()).map(({ state, problem }) => [state, problem?.sentence])).toEqual([
      ['attention', 'The note is too long.'],
    ]);
  });

  it('has the photos again, of a job that was saved and of one that is being typed', async () => {
    const before = await phone();
    const { keepFile } = await import('@/outbox/files');
    const [saved, typed] = [randomUUID(), randomUUID()];
    const [one, other] = [photo(saved), photo(typed)];
    const entryOf = ({ id, parent }: typeof one) => ({
      ...{
        userId: ANN,
        accountId: ANN,
        kind: 'photo',
        id,
        action: 'insert' as const,
        version: 1,
        fields: {},
        seen: null,
      },
      ...{ parents: [parent], title: 'Photo', file: true as const },
    });
    for (const kept of [one, other]) await keepFile({ ...kept, entry: entryOf(kept) });
    await before.save(saved, job(1));
    const after = await withoutDatabase(before);
    expect((await after.waiting()).map(({ kind }) => kind)).toEqual(['work', 'photo']);
    for (const { parent, bytes } of [one, other]) {
      const [kept] = await after.store.filesOf(ANN, parent);
      expect(new Uint8Array(kept?.bytes ?? new ArrayBuffer())).toEqual(new Uint8Array(bytes));
    }
    await after.store.dropFile(ANN, other.id);
    const later = await withoutDatabase(after);
    expect(await later.store.filesOf(ANN, other.parent)).toEqual([]);
  });

  it('killed after the empty database was made and before anything was put back, puts it back at the next start', async () => {
    const before = await phone();
    await before.save(randomUUID(), job(6));
    await spared(before);
    const disk = new IDBFactory();
    const { caches } = before;
    // The start that was killed: its database stands, and nothing is in it.
    await phone(disk);
    expect(await quantities(await phone(disk, undefined, caches))).toEqual([6]);
  });

  it('with a database that is whole takes nothing from there, whatever a kill has left', async () => {
    const before = await phone();
    const id = randomUUID();
    await before.save(id, job(6));
    await spared(before);
    // Taken back, and killed before the second place heard of it.
    const db = await openDB('farm-diary-outbox');
    await db.clear('entries');
    db.close();
    const after = await phone(before.disk, undefined, before.caches);
    expect(await after.waiting()).toEqual([]);
    await after.store.tidy(ANN, Date.now());
    expect(await spared(after)).toEqual([]);
  });

  it('keeps there what an earlier version of the app, or a kill, has not', async () => {
    const before = await phone();
    await before.save(randomUUID(), job(6));
    const after = await phone(before.disk);
    await after.store.tidy(ANN, Date.now());
    expect(await quantities(await withoutDatabase(after))).toEqual([6]);
  });
});
