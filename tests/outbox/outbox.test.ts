// The outbox on one phone with a fake server: sending, retries, conflicts, and entries that depend on each other.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Request } from '@/offline/outbox/send/request';
import type { RawResponse } from '@/offline/outbox/send/response-class';
import { fakeDatabase, REFUSED_NOTES, startPhone } from './phone';

const NO_RESPONSE: RawResponse = { status: 0, body: undefined, retryAfterMs: null };
const job = (quantity: number, notes: string | null = null) => ({ customer: 'Hill Farm', quantity, notes });

/** A job with quantity 12 that was sent and is in the database. */
async function sentJob() {
  const db = fakeDatabase();
  const phone = await startPhone();
  const id = randomUUID();
  await phone.save(id, job(12));
  await phone.send(db.request);
  return { db, phone, id, seen: { quantity: 12, updated_at: db.rows.get(id)?.updated_at ?? '' } };
}

/** A conflict: this user changed 12 to 13, while someone else changed it to 20. */
async function inConflict() {
  const { db, phone, id, seen } = await sentJob();
  db.changeAsSomeoneElse(id, { quantity: 20 });
  await phone.save(id, { quantity: 13 }, { action: 'update', seen });
  await phone.send(db.request);
  return { db, phone, id, seen };
}

describe('the outbox', () => {
  it('sends what was saved once and remembers it for a while', async () => {
    const { db, phone, id } = await sentJob();
    expect(await phone.waiting()).toEqual([]);
    expect(db.commits).toEqual([id]);
  });

  it('an entry saved offline survives a kill of the app and is sent once (F1, F2)', async () => {
    const db = fakeDatabase();
    const before = await startPhone();
    const id = randomUUID();
    await before.save(id, job(12));
    await before.send(() => Promise.resolve(NO_RESPONSE));
    const after = await startPhone(before.disk);
    expect(await after.waiting()).toMatchObject([{ id, state: 'queued', tried: 1 }]);
    await after.send(db.request, Date.now() + 31_000);
    expect(db.commits).toEqual([id]);
  });

  it('an entry that was stored but whose response was lost is one row, and no longer waits (F4, F6)', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    const id = randomUUID();
    await phone.save(id, job(12));
    const lost: Request = async (call) => {
      await db.request(call);
      return NO_RESPONSE;
    };
    await phone.send(lost);
    expect(await phone.waiting()).toHaveLength(1);
    await phone.send(db.request, Date.now() + 31_000);
    expect(db.commits).toEqual([id]);
    expect(await phone.waiting()).toEqual([]);
  });

  it('an HTML page instead of a response counts as no response (F11)', async () => {
    const phone = await startPhone();
    await phone.save(randomUUID(), job(12));
    await phone.send(() => Promise.resolve({ status: 200, body: undefined, retryAfterMs: null }));
    expect(await phone.waiting()).toMatchObject([{ state: 'queued' }]);
  });

  it('waits as long as Retry-After says (F14)', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    await phone.save(randomUUID(), job(12));
    const now = Date.now();
    await phone.send(() => Promise.resolve({ status: 429, body: {}, retryAfterMs: 50_000 }), now);
    await phone.send(db.request, now + 49_000);
    expect(db.commits).toEqual([]);
    await phone.send(db.request, now + 51_000);
    expect(db.commits).toHaveLength(1);
  });

  it('waits for a Retry-After that is longer than a lease; if the clock is set back, sends at once (F14)', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    await phone.save(randomUUID(), job(12));
    const now = Date.now();
    const busy: Request = () => Promise.resolve({ status: 429, body: {}, retryAfterMs: 600_000 });
    await phone.send(busy, now);
    await phone.send(db.request, now + 599_000);
    expect(db.commits).toEqual([]);
    await phone.send(db.request, now - 86_400_000);
    expect(db.commits).toHaveLength(1);
  });

  it('one refused entry among twenty blocks no others (F20)', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    for (let n = 1; n <= 20; n += 1) await phone.save(randomUUID(), job(n, n === 10 ? REFUSED_NOTES : null));
    await phone.send(db.request);
    expect(db.commits).toHaveLength(19);
    expect(await phone.waiting()).toMatchObject([
      { state: 'attention', problem: { kind: 'refused', sentence: 'The note is too long.' } },
    ]);
  });

  it('an entry that is denied for now is sent after the next wake, once access returns (F19)', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    const id = randomUUID();
    await phone.save(id, job(12));
    const sentence = 'Your account can read but not write at the moment.';
    await phone.send(() =>
      Promise.resolve({ status: 403, body: { code: '42501', message: sentence }, retryAfterMs: null }),
    );
    const [stuck] = await phone.waiting();
    expect(stuck).toMatchObject({ state: 'attention', problem: { kind: 'denied', sentence } });
    await phone.send(db.request);
    expect(db.commits).toEqual([]);
    await phone.store.endBackOff(stuck?.userId ?? '');
    await phone.send(db.request);
    expect(db.commits).toEqual([id]);
  });

  it('an entry created, changed and deleted before it was sent never reaches the database (F36)', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    const id = randomUUID();
    await phone.save(id, job(12));
    await phone.save(id, { quantity: 13 }, { action: 'update' });
    expect(await phone.waiting()).toMatchObject([{ action: 'insert', fields: { quantity: 13 } }]);
    await phone.save(id, {}, { action: 'delete' });
    await phone.send(db.request);
    expect(db.commits).toEqual([]);
    expect(await phone.waiting()).toEqual([]);
  });

  it('an edit of what someone else changed shows both versions and overwrites nothing (F34)', async () => {
    const { db, phone, id } = await inConflict();
    const [stuck] = await phone.waiting();
    expect(stuck).toMatchObject({ state: 'attention', problem: { kind: 'conflict', theirs: { quantity: 20 } } });
    expect(db.rows.get(id)?.quantity).toBe(20);
    if (stuck) await phone.store.resolveAttention(stuck.userId, stuck, 'keep-mine');
    await phone.send(db.request);
    expect(db.rows.get(id)?.quantity).toBe(13);
  });

  it('another edit of a different column does not resolve someone else’s change, and is not lost (F34)', async () => {
    const { db, phone, id, seen } = await inConflict();
    await phone.save(id, { notes: 'wet' }, { action: 'update', seen: { ...seen, notes: null } });
    await phone.send(db.request);
    expect(db.rows.get(id)).toMatchObject({ quantity: 20, notes: null });
    const [stuck] = await phone.waiting();
    expect(stuck).toMatchObject({ state: 'attention', problem: { theirs: { quantity: 20 } } });
    if (stuck) await phone.store.resolveAttention(stuck.userId, stuck, 'drop');
    await phone.send(db.request);
    expect(db.rows.get(id)).toMatchObject({ quantity: 20, notes: 'wet' });
  });

  it('another edit of the same column overwrites it (F34)', async () => {
    const { db, phone, id, seen } = await inConflict();
    await phone.save(id, { quantity: 33 }, { action: 'update', seen: { quantity: 13, updated_at: seen.updated_at } });
    await phone.send(db.request);
    expect(db.rows.get(id)?.quantity).toBe(33);
    expect(await phone.waiting()).toEqual([]);
  });

  it('an edit of a different column is sent (F34)', async () => {
    const { db, phone, id, seen } = await sentJob();
    db.changeAsSomeoneElse(id, { quantity: 20 });
    await phone.save(id, { notes: 'wet' }, { action: 'update', seen: { notes: null, updated_at: seen.updated_at } });
    await phone.send(db.request);
    expect(db.rows.get(id)).toMatchObject({ quantity: 20, notes: 'wet' });
    expect(await phone.waiting()).toEqual([]);
  });

  it('an edit of a deleted record is reported, and the record is not restored (F33)', async () => {
    const { db, phone, id, seen } = await sentJob();
    db.rows.delete(id);
    await phone.save(id, { quantity: 13 }, { action: 'update', seen });
    await phone.send(db.request);
    expect(await phone.waiting()).toMatchObject([{ state: 'attention', problem: { kind: 'deleted' } }]);
    expect(db.rows.has(id)).toBe(false);
  });

  it('what depends on a refused parent waits with it (F37)', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    const [parent, child] = [randomUUID(), randomUUID()];
    await phone.save(parent, job(1, REFUSED_NOTES));
    await phone.save(child, job(2), { parents: [parent] });
    await phone.send(db.request);
    expect(db.commits).toEqual([]);
    expect(await phone.waiting()).toHaveLength(2);
  });

  it('entries are sent in the order in which they were saved, whatever the clock says (F26)', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    const ids = Array.from({ length: 120 }, () => randomUUID());
    for (const [n, id] of ids.entries()) await phone.save(id, job(n + 1));
    const sizes: number[] = [];
    await phone.send((call) => {
      sizes.push((call.body as unknown[]).length);
      return db.request(call);
    });
    expect(db.commits).toEqual(ids);
    expect(sizes).toEqual([50, 50, 20]);
  });
});
