// An attempt to send that another one superseded, or whose response was lost: no attempt overwrites changes that the
// person has not seen.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Request } from '@/offline/outbox/send/request';
import { ANN, fakeDatabase, startPhone } from './phone';

const NOW = Date.UTC(2026, 10, 20);
const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
type Db = ReturnType<typeof fakeDatabase>;
type Phone = Awaited<ReturnType<typeof startPhone>>;

const responseLost =
  (db: Db): Request =>
  async (call) => {
    await db.request(call);
    return { status: 0, body: undefined, retryAfterMs: null };
  };
const denied: Request = () =>
  Promise.resolve({ status: 403, body: { code: '42501', message: 'Not at the moment.' }, retryAfterMs: null });

/** A connection that holds requests of this method before they reach the database, until it is released. */
function delayedConnection(db: Db, method = 'PATCH') {
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => (release = done));
  let reached: () => void = () => undefined;
  const requestHeld = new Promise<void>((done) => (reached = done));
  const request: Request = async (call) => {
    if (call.method !== method) return db.request(call);
    reached();
    await released;
    return db.request(call);
  };
  return { request, requestHeld, release };
}

/** Saves a job and sends it; returns its id. */
async function sendNewJob(phone: Phone, db: Db) {
  const id = randomUUID();
  await phone.save(id, job(12));
  await phone.send(db.request, NOW);
  return id;
}
const currentlySeen = (db: Db, id: string) => ({ quantity: 12, updated_at: db.rows.get(id)?.updated_at ?? '' });

it('a change of an entry that was never read back overwrites nothing that someone else changed in it', async () => {
  const db = fakeDatabase();
  const phone = await startPhone();
  const id = await sendNewJob(phone, db);
  db.changeAsSomeoneElse(id, { quantity: 20 });
  await phone.save(id, { quantity: 13 }, { action: 'update', seen: { quantity: 12 } });
  await phone.send(db.request, NOW);
  expect(db.rows.get(id)?.quantity).toBe(20);
  expect(await phone.waiting()).toMatchObject([
    { state: 'attention', problem: { kind: 'conflict', theirs: { quantity: 20 } } },
  ]);
});

it('a deletion of an entry that was never read back deletes nothing that someone else changed', async () => {
  const db = fakeDatabase();
  const phone = await startPhone();
  const [kept, gone] = [await sendNewJob(phone, db), await sendNewJob(phone, db)];
  db.changeAsSomeoneElse(kept, { quantity: 20 });
  for (const id of [kept, gone]) await phone.save(id, {}, { action: 'delete', seen: { quantity: 12 } });
  await phone.send(db.request, NOW);
  expect([...db.rows.keys()]).toEqual([kept]);
  expect(await phone.waiting()).toMatchObject([{ id: kept, problem: { kind: 'conflict', theirs: { quantity: 20 } } }]);
});

it('a change that a frozen tab was sending does not overwrite a later one when the tab thaws', async () => {
  const db = fakeDatabase();
  const frozen = await startPhone();
  const id = await sendNewJob(frozen, db);
  await frozen.save(id, { quantity: 13 }, { action: 'update', seen: { quantity: 12 } });
  const { request, requestHeld, release } = delayedConnection(db);
  const frozenPass = frozen.send(request, NOW).catch(() => undefined);
  await requestHeld;
  const other = await startPhone(frozen.disk, frozen.locks);
  await other.save(id, { quantity: 14 }, { action: 'update', seen: { quantity: 13 } });
  // Its lease has expired: the other tab takes over.
  await other.send(db.request, NOW + 61_000);
  expect(db.rows.get(id)?.quantity).toBe(14);
  release();
  await frozenPass;
  await expect.poll(async () => (await other.store.sendStateOf(ANN)).needsSignIn, { timeout: 30_000 }).toBe(false);
  await new Promise((done) => setTimeout(done, 50));
  expect(db.rows.get(id)?.quantity).toBe(14);
});

it('deleting an entry removes its row if the first response was lost and the second attempt was refused', async () => {
  const db = fakeDatabase();
  const phone = await startPhone();
  const id = randomUUID();
  await phone.save(id, job(12));
  await phone.send(responseLost(db), NOW);
  await phone.send(denied, NOW + 31_000);
  expect(await phone.waiting()).toMatchObject([{ state: 'attention', tried: 2 }]);
  await phone.save(id, {}, { action: 'delete', seen: job(12) });
  await phone.send(db.request, NOW + 62_000);
  expect(db.rows.size).toBe(0);
  expect(await phone.waiting()).toEqual([]);
});

it('an entry deleted while a frozen tab was sending it is deleted again if the tab then thaws and its insert arrives', async () => {
  const db = fakeDatabase();
  const frozen = await startPhone();
  const id = randomUUID();
  await frozen.save(id, job(12));
  const { request, requestHeld, release } = delayedConnection(db, 'POST');
  const frozenPass = frozen.send(request, NOW).catch(() => undefined);
  await requestHeld;
  const other = await startPhone(frozen.disk, frozen.locks);
  await other.send(denied, NOW + 61_000);
  await other.save(id, {}, { action: 'delete', seen: job(12) });
  await other.send(db.request, NOW + 92_000);
  expect(await other.waiting()).toEqual([]);
  release();
  await frozenPass;
  await expect.poll(() => db.commits, { timeout: 30_000 }).toEqual([id]);
  await expect.poll(() => db.rows.size, { timeout: 30_000 }).toBe(0);
  expect(await other.waiting()).toEqual([]);
});

it('deleting an entry that was refused at its only attempt makes no request', async () => {
  const phone = await startPhone();
  const id = randomUUID();
  await phone.save(id, job(12));
  await phone.send(denied, NOW);
  await phone.save(id, {}, { action: 'delete', seen: job(12) });
  expect(await phone.waiting()).toEqual([]);
});

it('deleting an entry after one’s own change, whose response was lost, is no conflict', async () => {
  const db = fakeDatabase();
  const phone = await startPhone();
  const id = await sendNewJob(phone, db);
  await phone.save(id, { quantity: 13 }, { action: 'update', seen: currentlySeen(db, id) });
  const { updated_at } = currentlySeen(db, id);
  await phone.send(responseLost(db), NOW);
  await phone.save(id, {}, { action: 'delete', seen: { quantity: 13, updated_at } });
  await phone.send(db.request, NOW + 31_000);
  expect(db.rows.size).toBe(0);
  expect(await phone.waiting()).toEqual([]);
});

it('the response of a superseded attempt does not change the entry’s later state', async () => {
  const phone = await startPhone();
  await phone.save(randomUUID(), job(12));
  const first = await phone.store.claim(ANN, NOW, true);
  const second = await phone.store.claim(ANN, NOW + 61_000, false);
  await phone.store.applyOutcomes(ANN, first, [{ kind: 'sent' }], NOW + 62_000, () => 1000);
  expect(await phone.waiting()).toMatchObject([{ state: 'sending', tried: 2 }]);
  await phone.store.applyOutcomes(ANN, second, [{ kind: 'sent' }], NOW + 63_000, () => 1000);
  expect(await phone.waiting()).toEqual([]);
});

it('an entry saved by a newer version is sent automatically once that version runs', async () => {
  const db = fakeDatabase();
  const phone = await startPhone();
  const id = randomUUID();
  await phone.save(id, job(12), { version: 2 });
  await phone.send(db.request, NOW);
  expect(await phone.waiting()).toMatchObject([{ state: 'attention', problem: { kind: 'denied' } }]);
  const { replaceRecordType } = await import('@/offline/outbox/record-type');
  const { WORK } = await import('@/records/works');
  replaceRecordType({ ...WORK, version: 2 });
  await phone.store.endBackOff(ANN);
  await phone.send(db.request, NOW + 31_000);
  expect(db.commits).toEqual([id]);
});
