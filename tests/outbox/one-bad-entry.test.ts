// One entry that never gets through: it is distinguished from a server outage, set aside with the reason, and blocks no
// others.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Call, Request } from '@/offline/outbox/send/request';
import type { Answer } from '@/offline/outbox/send/response-class';
import { ANN, phone, server } from './phone';

const NOW = Date.UTC(2026, 10, 20);
const HALF_MINUTE = 31_000;
const job = (quantity: number, notes: string | null = null) => ({ customer: 'Hill Farm', quantity, notes });

const says = (status: number, body?: Answer['body']): Answer => ({ status, body, retryAfterMs: null });
const PAGE = undefined;
const FAILS = says(500, { code: 'XX000', message: 'internal error' });
const DOWN = says(503, PAGE);

/** Whether a request creates or changes the bad entry. */
const isBad = ({ body, path }: Call, bad: string) => JSON.stringify(body ?? '').includes(bad) || path.includes(bad);

/** The database, behind something that gives this response to every request with the bad entry in it. */
const guarded =
  (
    db: ReturnType<typeof server>,
    answer: Answer,
    bad = 'spoilt',
    method: Call['method'][] = ['POST', 'PATCH'],
  ): Request =>
  (call) =>
    method.includes(call.method) && isBad(call, bad) ? Promise.resolve(answer) : db.request(call);

async function passes(p: Awaited<ReturnType<typeof phone>>, request: Request, count: number, from = NOW) {
  for (let n = 0; n < count; n += 1) await p.send(request, from + n * HALF_MINUTE);
  return from + count * HALF_MINUTE;
}

describe('one entry that never gets through', () => {
  it.each([
    ['the server fails on it', FAILS, /server failed on this entry \(error 500\)/],
    ['somebody on the way refuses it with a page', says(403, PAGE), /refuses this entry \(answer 403\)/],
    ['it is too large for somebody on the way', says(413, PAGE), /too large/],
    ['the connection breaks off with it', says(0, PAGE), /breaks off/],
    ['a filter answers it with JSON of its own', says(403, { error: 'blocked' }), /refuses this entry \(answer 403\)/],
  ])('%s: the rest is sent, and it waits for the user with the reason', async (_, answer, words) => {
    const db = server();
    const p = await phone();
    for (let n = 1; n <= 20; n += 1) await p.save(randomUUID(), job(n, n === 10 ? 'spoilt' : null));
    await passes(p, guarded(db, answer), 6);
    expect(db.commits).toHaveLength(19);
    const left = await p.waiting();
    expect(left).toMatchObject([{ state: 'attention', fields: { quantity: 10 }, problem: { kind: 'failed' } }]);
    expect(left[0]?.problem?.sentence).toMatch(words);
  });

  it('three of them at the head of fifty block no others', async () => {
    const db = server();
    const p = await phone();
    for (let n = 1; n <= 50; n += 1) await p.save(randomUUID(), job(n, n <= 3 ? 'spoilt' : null));
    await passes(p, guarded(db, FAILS), 12);
    expect(db.commits).toHaveLength(47);
    expect((await p.waiting()).map(({ state }) => state)).toEqual(['attention', 'attention', 'attention']);
  });

  it('an edit that fails on the server lets the entries behind it be sent', async () => {
    const db = server();
    const p = await phone();
    const id = randomUUID();
    await p.save(id, job(1));
    await p.send(db.request, NOW);
    const seen = { notes: null, updated_at: db.rows.get(id)?.updated_at ?? '' };
    await p.save(id, { notes: 'spoilt' }, { action: 'update', seen });
    await p.save(randomUUID(), job(2));
    await passes(p, guarded(db, FAILS), 6);
    expect(db.commits).toHaveLength(2);
    expect(await p.waiting()).toMatchObject([{ action: 'update', state: 'attention', problem: { kind: 'failed' } }]);
  });

  it('a single one, refused with a page while the server itself responds, is shown to the user', async () => {
    const db = server();
    const p = await phone();
    await p.save(randomUUID(), job(1, 'spoilt'));
    await passes(p, guarded(db, says(413, PAGE)), 6);
    expect(await p.waiting()).toMatchObject([{ state: 'attention', problem: { kind: 'failed' } }]);
  });

  it('is retried by itself after a while, and at once when the user asks', async () => {
    const db = server();
    const p = await phone();
    for (let n = 1; n <= 3; n += 1) await p.save(randomUUID(), job(n, n === 1 ? 'spoilt' : null));
    const later = await passes(p, guarded(db, FAILS), 6);
    await p.send(db.request, later);
    expect(db.commits).toHaveLength(2);
    await p.send(db.request, later + 16 * 60_000);
    expect(db.commits).toHaveLength(3);
    expect(await p.waiting()).toEqual([]);

    await p.save(randomUUID(), job(4, 'spoilt'));
    await p.save(randomUUID(), job(5));
    const then = await passes(p, guarded(db, FAILS), 6, later + 20 * 60_000);
    const [stuck] = await p.waiting();
    expect(stuck).toMatchObject({ state: 'attention' });
    if (stuck) await p.store.resolveAttention(ANN, stuck, 'retry');
    await p.send(db.request, then);
    expect(await p.waiting()).toEqual([]);
  });

  it('blocks no others while it is retried', async () => {
    const db = server();
    const p = await phone();
    for (let n = 1; n <= 3; n += 1) await p.save(randomUUID(), job(n, n === 1 ? 'spoilt' : null));
    let now = await passes(p, guarded(db, FAILS), 6);
    for (let n = 4; n < 10; n += 1) {
      await p.save(randomUUID(), job(n));
      await p.send(guarded(db, FAILS), now);
      expect(db.commits).toHaveLength(n - 1);
      now += 16 * 60_000;
    }
    expect(await p.waiting()).toMatchObject([{ state: 'attention', problem: { kind: 'failed' } }]);
  });
});

describe('a server that is down for everybody', () => {
  it.each([
    ['fails at everything', FAILS],
    ['is not reached by those before it', DOWN],
    ['is behind a page that bars the way', says(403, PAGE)],
    ['is behind a page that looks well', says(200, PAGE)],
    ['is behind somebody who answers with an empty list', says(200, [])],
    ['cannot be reached', says(0, PAGE)],
  ])('%s: one request at a time, nothing is marked, and everything is sent in order', async (_, answer) => {
    const db = server();
    const p = await phone();
    const ids = Array.from({ length: 7 }, () => randomUUID());
    for (const [n, id] of ids.entries()) await p.save(id, job(n + 1));
    for (let n = 0; n < 20; n += 1) {
      let asked = 0;
      await p.send(
        () => {
          asked += 1;
          return Promise.resolve(answer);
        },
        NOW + n * 37_000,
      );
      // Read back if the response is a success.
      expect(asked).toBeLessThanOrEqual(answer.status === 200 ? 3 : 1);
    }
    expect((await p.waiting()).map(({ state, problem }) => [state, problem])).toEqual(ids.map(() => ['queued', null]));
    await p.send(db.request, NOW + 20 * 37_000);
    expect(db.commits).toEqual(ids);
  });

  it('can be read but not written: few requests, nothing is marked, and everything is sent in order', async () => {
    const db = server();
    const p = await phone();
    const ids = Array.from({ length: 7 }, () => randomUUID());
    for (const [n, id] of ids.entries()) await p.save(id, job(n + 1));
    let asked = 0;
    const resting: Request = (call) => {
      asked += 1;
      return call.method === 'GET' ? db.request(call) : Promise.resolve(FAILS);
    };
    for (let n = 0; n < 20; n += 1) await p.send(resting, NOW + n * 37_000);
    expect(asked).toBeLessThanOrEqual(60);
    expect((await p.waiting()).map(({ state }) => state)).toEqual(ids.map(() => 'queued'));
    await p.send(db.request, NOW + 20 * 37_000);
    expect(db.commits).toEqual(ids);
  });

  it('goes down in the middle: entries it did not take are not blamed', async () => {
    const db = server();
    const p = await phone();
    await p.save(randomUUID(), job(1));
    await p.save(randomUUID(), { name: 'x' }, { kind: 'customer' });
    let asked = 0;
    const dying: Request = (call) => ((asked += 1) === 1 ? db.request(call) : Promise.resolve(DOWN));
    await p.send(dying, NOW);
    for (let n = 1; n < 8; n += 1) await p.send(() => Promise.resolve(DOWN), NOW + n * HALF_MINUTE);
    expect(await p.waiting()).toMatchObject([{ kind: 'customer', state: 'queued', problem: null }]);
  });
});
