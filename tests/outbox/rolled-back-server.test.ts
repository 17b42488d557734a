// A server was restored from an earlier backup: entries that it received from this phone and lost are sent again.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Request } from '@/offline/outbox/send/request';
import { ACKNOWLEDGED_FOR_MS } from '@/offline/outbox/entry';
import { ANN, fakeDatabase, startPhone } from './phone';

const NOW = Date.UTC(2026, 10, 20, 12);
const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
type Phone = Awaited<ReturnType<typeof startPhone>>;
type Db = ReturnType<typeof fakeDatabase>;

/** Answers a query for several ids as PostgREST does. */
const answeringIdQueries =
  (db: Db, paths: string[] = []): Request =>
  (call) => {
    const ids = /&id=in\.\(([^)]*)\)/.exec(call.path)?.[1];
    if (ids === undefined) return db.request(call);
    paths.push(call.path);
    const rows = ids.split(',').flatMap((id) => {
      const row = db.rows.get(id);
      return row
        ? [{ id, updated_at: row.updated_at, created_at: (row['created_at'] as string | undefined) ?? null }]
        : [];
    });
    return Promise.resolve({ status: 200, body: rows, retryAfterMs: null });
  };

const resendLost = async (request: Request, now = NOW) => {
  const { resendRolledBack } = await import('@/offline/outbox/send/sender');
  return resendRolledBack(ANN, {
    request,
    token: () => Promise.resolve({ kind: 'token', token: 'token' }),
    now: () => now,
    random: () => 0.5,
    onChange: () => undefined,
    invalidate: () => undefined,
  });
};
const storedEntries = async (phone: Phone) =>
  (await phone.store.entriesOf(ANN)).map(({ id, state }) => ({ id, state }));

async function sentJobs(count: number) {
  const db = fakeDatabase();
  const phone = await startPhone();
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const [n, id] of ids.entries()) await phone.save(id, job(n + 1));
  await phone.send(db.request, NOW);
  return { db, phone, ids, first: ids[0] ?? '' };
}
const currentlySeen = (db: Db, id: string) => ({
  quantity: (db.rows.get(id)?.quantity ?? null) as number,
  updated_at: db.rows.get(id)?.updated_at ?? '',
});

describe('yesterday’s backup is restored on the server (F42)', () => {
  it('sends the lost entries again, in the order in which they were saved, and nothing else', async () => {
    const { db, phone, ids } = await sentJobs(4);
    db.rows.delete(ids[3] ?? '');
    db.rows.delete(ids[1] ?? '');
    db.commits.length = 0;
    expect(await resendLost(answeringIdQueries(db))).toBe(true);
    expect(db.commits).toEqual([ids[1], ids[3]]);
    expect(db.rows.size).toBe(4);
    expect(await phone.waiting()).toEqual([]);
  });

  it('writes nothing if nothing was lost, and checks all entries with one request', async () => {
    const { db } = await sentJobs(60);
    db.commits.length = 0;
    const paths: string[] = [];
    expect(await resendLost(answeringIdQueries(db, paths))).toBe(true);
    expect(paths).toHaveLength(1);
    expect(db.commits).toEqual([]);
  });

  it('neither a missing response nor a captive portal counts as a loss', async () => {
    const { db, phone } = await sentJobs(2);
    db.rows.clear();
    for (const status of [0, 200, 401, 503]) {
      const answer = { status, body: undefined, retryAfterMs: null };
      expect(await resendLost(() => Promise.resolve(answer))).toBe(false);
    }
    expect((await storedEntries(phone)).every(({ state }) => state === 'acknowledged')).toBe(true);
  });

  it('does not restore an entry that someone deleted: it is removed from this device without a message', async () => {
    const { db, phone, first } = await sentJobs(2);
    db.rows.delete(first);
    db.deleted.add(first);
    await resendLost(answeringIdQueries(db));
    expect(db.rows.has(first)).toBe(false);
    expect(await phone.waiting()).toEqual([]);
    expect((await storedEntries(phone)).map(({ id }) => id)).not.toContain(first);
  });

  it('keeps an entry unchanged, without a message, if the user may no longer see its row', async () => {
    const { db, phone } = await sentJobs(2);
    const before = await storedEntries(phone);
    const request: Request = (call) =>
      Promise.resolve(
        call.method === 'GET'
          ? { status: 200, body: [], retryAfterMs: null }
          : { status: 403, body: { code: '42501', message: 'This belongs to another account.' }, retryAfterMs: null },
      );
    await resendLost(request);
    expect(await storedEntries(phone)).toEqual(before);
    expect(db.rows.size).toBe(2);
  });

  it('does not overwrite a row that exists after all', async () => {
    const { db, phone, first } = await sentJobs(1);
    db.changeAsSomeoneElse(first, { quantity: 99 });
    const withoutRows: Request = (call) =>
      call.path.includes('in.(') ? Promise.resolve({ status: 200, body: [], retryAfterMs: null }) : db.request(call);
    await resendLost(withoutRows);
    expect(db.rows.get(first)?.quantity).toBe(99);
    expect(await phone.waiting()).toEqual([]);
  });

  it('an entry that was deleted, but whose delayed insert arrived afterwards, is deleted again', async () => {
    const { db, phone, first } = await sentJobs(1);
    const late = structuredClone(db.rows);
    db.rows.delete(first);
    await phone.save(first, {}, { action: 'delete', seen: job(1) });
    await phone.send(db.request, NOW);
    expect(await phone.waiting()).toEqual([]);
    for (const [id, row] of late) db.rows.set(id, row);
    await resendLost(answeringIdQueries(db));
    expect(db.rows.has(first)).toBe(false);
    expect(await phone.waiting()).toEqual([]);
  });

  it('an entry that was undone, and that the account holder brought back, is not deleted again', async () => {
    const { db, phone, first } = await sentJobs(1);
    const row = structuredClone(db.rows.get(first));
    await phone.save(first, {}, { action: 'delete' });
    await phone.send(db.request, NOW);
    expect(db.rows.has(first)).toBe(false);
    if (row) db.rows.set(first, { ...row, created_at: row.updated_at, updated_at: '2026-11-20T13:00:00Z' });
    const paths: string[] = [];
    await resendLost(answeringIdQueries(db, paths));
    expect(paths[0]).toContain('select=id,updated_at,created_at');
    expect(db.rows.has(first)).toBe(true);
    expect(await phone.waiting()).toEqual([]);
  });

  it('an entry that was changed after it was sent is restored with the change', async () => {
    const { db, phone, first } = await sentJobs(1);
    await phone.save(first, { quantity: 20 }, { action: 'update', seen: currentlySeen(db, first) });
    await phone.send(db.request, NOW);
    expect(db.rows.get(first)?.quantity).toBe(20);
    db.rows.delete(first);
    await resendLost(answeringIdQueries(db));
    expect(db.rows.get(first)?.quantity).toBe(20);
    expect(await phone.waiting()).toEqual([]);
  });

  it('a lost change and a lost deletion are repeated; a later change by someone else is left alone', async () => {
    const { db, phone, ids } = await sentJobs(3);
    const [changed = '', deleted = '', other = ''] = ids;
    const yesterday = structuredClone(db.rows);
    for (const id of [changed, other])
      await phone.save(id, { quantity: 20 }, { action: 'update', seen: currentlySeen(db, id) });
    await phone.save(deleted, {}, { action: 'delete', seen: currentlySeen(db, deleted) });
    await phone.send(db.request, NOW);
    for (const [id, row] of yesterday) db.rows.set(id, row);
    db.deleted.clear();
    db.changeAsSomeoneElse(other, { quantity: 30 });
    await resendLost(answeringIdQueries(db));
    expect(db.rows.get(changed)?.quantity).toBe(20);
    expect(db.rows.has(deleted)).toBe(false);
    expect(db.rows.get(other)?.quantity).toBe(30);
    expect(await phone.waiting()).toEqual([]);
  });

  it('an entry deleted by its author is not restored', async () => {
    const { db, phone, first } = await sentJobs(1);
    await phone.save(first, {}, { action: 'delete', seen: currentlySeen(db, first) });
    await phone.send(db.request, NOW);
    db.deleted.clear();
    db.commits.length = 0;
    await resendLost(answeringIdQueries(db));
    expect(db.commits).toEqual([]);
    expect(db.rows.has(first)).toBe(false);
  });

  it('sent entries are kept for 72 hours so that they can be sent again', async () => {
    const { phone } = await sentJobs(1);
    await phone.store.deleteOldAcknowledged(ANN, NOW + ACKNOWLEDGED_FOR_MS - 1000);
    expect(await storedEntries(phone)).toHaveLength(1);
    await phone.store.deleteOldAcknowledged(ANN, NOW + ACKNOWLEDGED_FOR_MS + 1000);
    expect(await storedEntries(phone)).toEqual([]);
  });
});
