// A try whose response was lost, and what another try did meanwhile: nothing overwrites what was not seen.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Request } from '@/offline/outbox/send/request';
import { ANN, phone, server } from './phone';

const NOW = Date.UTC(2026, 10, 20);
const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
type Db = ReturnType<typeof server>;
type Phone = Awaited<ReturnType<typeof phone>>;

const lost =
  (db: Db): Request =>
  async (call) => {
    await db.request(call);
    return { status: 0, body: undefined, retryAfterMs: null };
  };
const denied: Request = () =>
  Promise.resolve({ status: 403, body: { code: '42501', message: 'Not at the moment.' }, retryAfterMs: null });

/** A connection that holds the first change (or insert) of a row before the database has it. */
function resting(db: Db, method = 'PATCH') {
  let go: () => void = () => undefined;
  const gone = new Promise<void>((done) => (go = done));
  let reached: () => void = () => undefined;
  const there = new Promise<void>((done) => (reached = done));
  const request: Request = async (call) => {
    if (call.method !== method) return db.request(call);
    reached();
    await gone;
    return db.request(call);
  };
  return { request, there, go };
}

async function sent(p: Phone, db: Db) {
  const id = randomUUID();
  await p.save(id, job(12));
  await p.send(db.request, NOW);
  return id;
}
const seenAs = (db: Db, id: string) => ({ quantity: 12, updated_at: db.rows.get(id)?.updated_at ?? '' });

it('a change of an entry that was never read back overwrites nothing that someone else changed in it', async () => {
  const db = server();
  const p = await phone();
  const id = await sent(p, db);
  db.touch(id, { quantity: 20 });
  await p.save(id, { quantity: 13 }, { action: 'update', seen: { quantity: 12 } });
  await p.send(db.request, NOW);
  expect(db.rows.get(id)?.quantity).toBe(20);
  expect(await p.waiting()).toMatchObject([
    { state: 'attention', problem: { kind: 'conflict', theirs: { quantity: 20 } } },
  ]);
});

it('a deletion of an entry that was never read back deletes nothing that someone else changed', async () => {
  const db = server();
  const p = await phone();
  const [kept, gone] = [await sent(p, db), await sent(p, db)];
  db.touch(kept, { quantity: 20 });
  for (const id of [kept, gone]) await p.save(id, {}, { action: 'delete', seen: { quantity: 12 } });
  await p.send(db.request, NOW);
  expect([...db.rows.keys()]).toEqual([kept]);
  expect(await p.waiting()).toMatchObject([{ id: kept, problem: { kind: 'conflict', theirs: { quantity: 20 } } }]);
});

it('a change that a frozen tab was sending does not overwrite a later one when the tab thaws', async () => {
  const db = server();
  const frozen = await phone();
  const id = await sent(frozen, db);
  await frozen.save(id, { quantity: 13 }, { action: 'update', seen: { quantity: 12 } });
  const { request, there, go } = resting(db);
  const pass = frozen.send(request, NOW).catch(() => undefined);
  await there;
  const other = await phone(frozen.disk, frozen.locks);
  await other.save(id, { quantity: 14 }, { action: 'update', seen: { quantity: 13 } });
  // Its lease has expired: the other tab takes over.
  await other.send(db.request, NOW + 61_000);
  expect(db.rows.get(id)?.quantity).toBe(14);
  go();
  await pass;
  await expect.poll(async () => (await other.store.sendStateOf(ANN)).needsSignIn).toBe(false);
  await new Promise((done) => setTimeout(done, 50));
  expect(db.rows.get(id)?.quantity).toBe(14);
});

it('an entry lost at its first try and refused at the second may exist: deleting removes the row', async () => {
  const db = server();
  const p = await phone();
  const id = randomUUID();
  await p.save(id, job(12));
  await p.send(lost(db), NOW);
  await p.send(denied, NOW + 31_000);
  expect(await p.waiting()).toMatchObject([{ state: 'attention', tried: 2 }]);
  await p.save(id, {}, { action: 'delete', seen: job(12) });
  await p.send(db.request, NOW + 62_000);
  expect(db.rows.size).toBe(0);
  expect(await p.waiting()).toEqual([]);
});

it('an entry deleted while a frozen tab was sending it is deleted again when the tab thaws after that', async () => {
  const db = server();
  const frozen = await phone();
  const id = randomUUID();
  await frozen.save(id, job(12));
  const { request, there, go } = resting(db, 'POST');
  const pass = frozen.send(request, NOW).catch(() => undefined);
  await there;
  const other = await phone(frozen.disk, frozen.locks);
  await other.send(denied, NOW + 61_000);
  await other.save(id, {}, { action: 'delete', seen: job(12) });
  await other.send(db.request, NOW + 92_000);
  expect(await other.waiting()).toEqual([]);
  go();
  await pass;
  await expect.poll(() => db.commits).toEqual([id]);
  await expect.poll(() => db.rows.size).toBe(0);
  expect(await other.waiting()).toEqual([]);
});

it('an entry that was refused at its only try does not exist: deleting it makes no request', async () => {
  const p = await phone();
  const id = randomUUID();
  await p.save(id, job(12));
  await p.send(denied, NOW);
  await p.save(id, {}, { action: 'delete', seen: job(12) });
  expect(await p.waiting()).toEqual([]);
});

it('a deletion after one’s own change whose response was lost is no conflict', async () => {
  const db = server();
  const p = await phone();
  const id = await sent(p, db);
  await p.save(id, { quantity: 13 }, { action: 'update', seen: seenAs(db, id) });
  const { updated_at } = seenAs(db, id);
  await p.send(lost(db), NOW);
  await p.save(id, {}, { action: 'delete', seen: { quantity: 13, updated_at } });
  await p.send(db.request, NOW + 31_000);
  expect(db.rows.size).toBe(0);
  expect(await p.waiting()).toEqual([]);
});

it('the response of an overtaken try does not change the entry’s later state', async () => {
  const p = await phone();
  await p.save(randomUUID(), job(12));
  const first = await p.store.claim(ANN, NOW, true);
  const second = await p.store.claim(ANN, NOW + 61_000, false);
  await p.store.applyOutcomes(ANN, first, [{ kind: 'sent' }], NOW + 62_000, () => 1000);
  expect(await p.waiting()).toMatchObject([{ state: 'sending', tried: 2 }]);
  await p.store.applyOutcomes(ANN, second, [{ kind: 'sent' }], NOW + 63_000, () => 1000);
  expect(await p.waiting()).toEqual([]);
});

it('what a newer version saved is sent by itself once that version runs', async () => {
  const db = server();
  const p = await phone();
  const id = randomUUID();
  await p.save(id, job(12), { version: 2 });
  await p.send(db.request, NOW);
  expect(await p.waiting()).toMatchObject([{ state: 'attention', problem: { kind: 'denied' } }]);
  const { recordType } = await import('@/offline/outbox/record-type');
  const { WORK } = await import('@/records/works');
  recordType({ ...WORK, version: 2 });
  await p.store.endBackOff(ANN);
  await p.send(db.request, NOW + 31_000);
  expect(db.commits).toEqual([id]);
});
