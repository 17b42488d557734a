// A response counts only if the app's own server gave it: an intermediary may return anything, also JSON.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Call, Request } from '@/offline/outbox/send/request';
import { ANN, fakeDatabase, startPhone } from './phone';

const NOW = Date.UTC(2026, 10, 20);
const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
const intermediary =
  (status: number, body: [] | object[]): Request =>
  () =>
    Promise.resolve({ status, body: body as [], retryAfterMs: null });

async function sentJob() {
  const db = fakeDatabase();
  const phone = await startPhone();
  const id = randomUUID();
  await phone.save(id, job(1));
  await phone.send(db.request, NOW);
  return { db, phone, id, seen: { quantity: 1, updated_at: db.rows.get(id)?.updated_at ?? '' } };
}

describe('an intermediary answers everything with JSON of its own', () => {
  describe.each([
    ['an empty list', 200, []],
    ['an empty list with status 201', 201, []],
    ['a list of something', 200, [{ welcome: 'to our wifi' }]],
  ])('%s', (_, status, body) => {
    it('a new job keeps waiting, and is sent once to the real server', async () => {
      const db = fakeDatabase();
      const phone = await startPhone();
      const id = randomUUID();
      await phone.save(id, job(1));
      for (let n = 0; n < 5; n += 1) await phone.send(intermediary(status, body), NOW + n * 37_000);
      expect(await phone.waiting()).toMatchObject([{ state: 'queued', problem: null }]);
      await phone.send(db.request, NOW + 6 * 37_000);
      expect(db.commits).toEqual([id]);
      expect(await phone.waiting()).toEqual([]);
    });

    it.each(['update', 'delete'] as const)('a change keeps waiting: %s', async (action) => {
      const { db, phone, id, seen } = await sentJob();
      await phone.save(id, action === 'update' ? { quantity: 2 } : {}, { action, seen });
      for (let n = 1; n < 6; n += 1) await phone.send(intermediary(status, body), NOW + n * 37_000);
      expect(await phone.waiting()).toMatchObject([{ action, state: 'queued', problem: null }]);
      await phone.send(db.request, NOW + 7 * 37_000);
      expect(db.rows.get(id)?.quantity).toBe(action === 'update' ? 2 : undefined);
      expect(await phone.waiting()).toEqual([]);
    });

    it('a new customer keeps waiting', async () => {
      const db = fakeDatabase();
      const phone = await startPhone();
      await phone.save(randomUUID(), { name: 'New Farm' }, { kind: 'customer' });
      for (let n = 0; n < 5; n += 1) await phone.send(intermediary(status, body), NOW + n * 37_000);
      expect(await phone.waiting()).toMatchObject([{ kind: 'customer', state: 'queued' }]);
      await phone.send(db.request, NOW + 6 * 37_000);
      expect(db.rows.size).toBe(1);
    });

    it('what was sent recently is not treated as lost', async () => {
      const { phone } = await sentJob();
      const { findRolledBack } = await import('@/offline/outbox/restore/rolled-back');
      const sent = await phone.store.entriesOf(ANN);
      expect(await findRolledBack(ANN, sent, { request: intermediary(status, body), token: 't' })).toBe(null);
    });
  });

  it('if only the first response comes from an intermediary, the entry is sent again and stored', async () => {
    const db = fakeDatabase();
    for (const fields of [job(1), { name: 'New Farm' }]) {
      const phone = await startPhone();
      const kind = 'name' in fields ? 'customer' : 'work';
      const id = randomUUID();
      await phone.save(id, fields, { kind });
      let first = true;
      const firstIntercepted: Request = (call: Call) => {
        if (!first) return db.request(call);
        first = false;
        return Promise.resolve({ status: 201, body: [], retryAfterMs: null });
      };
      await phone.send(firstIntercepted, NOW);
      expect(db.commits.at(-1)).toBe(id);
      expect(await phone.waiting()).toEqual([]);
    }
  });

  it('a refusal from an intermediary does not count as the server’s', async () => {
    const phone = await startPhone();
    await phone.save(randomUUID(), job(1));
    const blocked = { status: 403, body: { error: 'blocked' }, retryAfterMs: null };
    for (let n = 0; n < 5; n += 1) await phone.send(() => Promise.resolve(blocked), NOW + n * 37_000);
    expect(await phone.waiting()).toMatchObject([{ state: 'queued', problem: null }]);
  });
});
