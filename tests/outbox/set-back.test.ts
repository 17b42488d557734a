// A server restored from an earlier backup: what it had received from this phone and lost is sent again.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Request } from '@/offline/outbox/send/request';
import { KEPT_MS } from '@/offline/outbox/entry';
import { ANN, phone, server } from './phone';

const NOW = Date.UTC(2026, 10, 20, 12);
const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
type Phone = Awaited<ReturnType<typeof phone>>;
type Db = ReturnType<typeof server>;

/** Answers a query for many ids as the service does. */
const listing =
  (db: Db, asked: string[] = []): Request =>
  (call) => {
    const ids = /&id=in\.\(([^)]*)\)/.exec(call.path)?.[1];
    if (ids === undefined) return db.request(call);
    asked.push(call.path);
    const rows = ids.split(',').flatMap((id) => {
      const row = db.rows.get(id);
      return row ? [{ id, updated_at: row.updated_at }] : [];
    });
    return Promise.resolve({ status: 200, body: rows, retryAfterMs: null });
  };

const lookBack = async (request: Request, now = NOW) => {
  const { sendRolledBackAgain } = await import('@/offline/outbox/send/sender');
  return sendRolledBackAgain(ANN, {
    request,
    token: () => Promise.resolve({ kind: 'token', token: 'token' }),
    now: () => now,
    chance: () => 0.5,
    changed: () => undefined,
    invalidate: () => undefined,
  });
};
const kept = async (p: Phone) => (await p.store.entriesOf(ANN)).map(({ id, state }) => ({ id, state }));

async function sentJobs(count: number) {
  const db = server();
  const p = await phone();
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const [n, id] of ids.entries()) await p.save(id, job(n + 1));
  await p.send(db.request, NOW);
  return { db, p, ids, first: ids[0] ?? '' };
}
const seenOf = (db: Db, id: string) => ({
  quantity: (db.rows.get(id)?.quantity ?? null) as number,
  updated_at: db.rows.get(id)?.updated_at ?? '',
});

describe('yesterday’s backup is restored on the server (F42)', () => {
  it('lost entries are sent again, in their old order, and nothing else', async () => {
    const { db, p, ids } = await sentJobs(4);
    db.rows.delete(ids[3] ?? '');
    db.rows.delete(ids[1] ?? '');
    db.commits.length = 0;
    expect(await lookBack(listing(db))).toBe(true);
    expect(db.commits).toEqual([ids[1], ids[3]]);
    expect(db.rows.size).toBe(4);
    expect(await p.waiting()).toEqual([]);
  });

  it('without a loss nothing is written, and one request checks everything', async () => {
    const { db } = await sentJobs(60);
    db.commits.length = 0;
    const asked: string[] = [];
    expect(await lookBack(listing(db, asked))).toBe(true);
    expect(asked).toHaveLength(1);
    expect(db.commits).toEqual([]);
  });

  it('neither a missing response nor a captive portal counts as a loss', async () => {
    const { db, p } = await sentJobs(2);
    db.rows.clear();
    for (const status of [0, 200, 401, 503]) {
      const answer = { status, body: undefined, retryAfterMs: null };
      expect(await lookBack(() => Promise.resolve(answer))).toBe(false);
    }
    expect((await kept(p)).every(({ state }) => state === 'acknowledged')).toBe(true);
  });

  it('what someone deleted stays deleted without a message, and is forgotten', async () => {
    const { db, p, first } = await sentJobs(2);
    db.rows.delete(first);
    db.gone.add(first);
    await lookBack(listing(db));
    expect(db.rows.has(first)).toBe(false);
    expect(await p.waiting()).toEqual([]);
    expect((await kept(p)).map(({ id }) => id)).not.toContain(first);
  });

  it('what the user may no longer see does not count as lost: it is left alone without a message', async () => {
    const { db, p } = await sentJobs(2);
    const before = await kept(p);
    const request: Request = (call) =>
      Promise.resolve(
        call.method === 'GET'
          ? { status: 200, body: [], retryAfterMs: null }
          : { status: 403, body: { code: '42501', message: 'This belongs to another account.' }, retryAfterMs: null },
      );
    await lookBack(request);
    expect(await kept(p)).toEqual(before);
    expect(db.rows.size).toBe(2);
  });

  it('a row that exists under its id is left as it is', async () => {
    const { db, p, first } = await sentJobs(1);
    db.touch(first, { quantity: 99 });
    const blind: Request = (call) =>
      call.path.includes('in.(') ? Promise.resolve({ status: 200, body: [], retryAfterMs: null }) : db.request(call);
    await lookBack(blind);
    expect(db.rows.get(first)?.quantity).toBe(99);
    expect(await p.waiting()).toEqual([]);
  });

  it('what was cancelled before it was sent, but arrived late all the same, is deleted', async () => {
    const { db, p, first } = await sentJobs(1);
    const late = structuredClone(db.rows);
    db.rows.delete(first);
    await p.save(first, {}, { action: 'delete', seen: job(1) });
    await p.send(db.request, NOW);
    expect(await p.waiting()).toEqual([]);
    for (const [id, row] of late) db.rows.set(id, row);
    await lookBack(listing(db));
    expect(db.rows.has(first)).toBe(false);
    expect(await p.waiting()).toEqual([]);
  });

  it('an entry that was changed after it was sent is restored with the change', async () => {
    const { db, p, first } = await sentJobs(1);
    await p.save(first, { quantity: 20 }, { action: 'update', seen: seenOf(db, first) });
    await p.send(db.request, NOW);
    expect(db.rows.get(first)?.quantity).toBe(20);
    db.rows.delete(first);
    await lookBack(listing(db));
    expect(db.rows.get(first)?.quantity).toBe(20);
    expect(await p.waiting()).toEqual([]);
  });

  it('a lost change and a lost deletion are repeated; a later change by someone else is left alone', async () => {
    const { db, p, ids } = await sentJobs(3);
    const [changed = '', deleted = '', other = ''] = ids;
    const yesterday = structuredClone(db.rows);
    for (const id of [changed, other]) await p.save(id, { quantity: 20 }, { action: 'update', seen: seenOf(db, id) });
    await p.save(deleted, {}, { action: 'delete', seen: seenOf(db, deleted) });
    await p.send(db.request, NOW);
    for (const [id, row] of yesterday) db.rows.set(id, row);
    db.gone.clear();
    db.touch(other, { quantity: 30 });
    await lookBack(listing(db));
    expect(db.rows.get(changed)?.quantity).toBe(20);
    expect(db.rows.has(deleted)).toBe(false);
    expect(db.rows.get(other)?.quantity).toBe(30);
    expect(await p.waiting()).toEqual([]);
  });

  it('an entry deleted by its author is not restored', async () => {
    const { db, p, first } = await sentJobs(1);
    await p.save(first, {}, { action: 'delete', seen: seenOf(db, first) });
    await p.send(db.request, NOW);
    db.gone.clear();
    db.commits.length = 0;
    await lookBack(listing(db));
    expect(db.commits).toEqual([]);
    expect(db.rows.has(first)).toBe(false);
  });

  it('sent entries are kept for this for 72 hours', async () => {
    const { p } = await sentJobs(1);
    await p.store.deleteOldAcknowledged(ANN, NOW + KEPT_MS - 1000);
    expect(await kept(p)).toHaveLength(1);
    await p.store.deleteOldAcknowledged(ANN, NOW + KEPT_MS + 1000);
    expect(await kept(p)).toEqual([]);
  });
});
