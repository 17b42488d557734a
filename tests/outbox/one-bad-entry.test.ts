// One entry that never gets through: it is distinguished from a server outage, set aside with the reason, and blocks no
// others.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Call, Request } from '@/offline/outbox/send/request';
import type { RawResponse } from '@/offline/outbox/send/response-class';
import { ANN, fakeDatabase, startPhone } from './phone';

const NOW = Date.UTC(2026, 10, 20);
/** Longer than the longest wait before a retry. */
const PASS_INTERVAL = 31_000;
const job = (quantity: number, notes: string | null = null) => ({ customer: 'Hill Farm', quantity, notes });

const response = (status: number, body?: RawResponse['body']): RawResponse => ({ status, body, retryAfterMs: null });
const NO_JSON = undefined;
const SERVER_ERROR = response(500, { code: 'XX000', message: 'internal error' });
const DOWN = response(503, NO_JSON);

/** Whether a request creates or changes the bad entry. */
const isBad = ({ body, path }: Call, badText: string) =>
  JSON.stringify(body ?? '').includes(badText) || path.includes(badText);

/** The database behind an intermediary that answers every request containing the bad entry with this response. */
const behindIntermediary =
  (
    db: ReturnType<typeof fakeDatabase>,
    answer: RawResponse,
    badText = 'spoilt',
    method: Call['method'][] = ['POST', 'PATCH'],
  ): Request =>
  (call) =>
    method.includes(call.method) && isBad(call, badText) ? Promise.resolve(answer) : db.request(call);

async function sendPasses(phone: Awaited<ReturnType<typeof startPhone>>, request: Request, count: number, from = NOW) {
  for (let n = 0; n < count; n += 1) await phone.send(request, from + n * PASS_INTERVAL);
  return from + count * PASS_INTERVAL;
}

describe('one entry that never gets through', () => {
  it.each([
    ['the server fails on it', SERVER_ERROR, /server failed on this entry \(error 500\)/],
    ['an intermediary refuses it with an HTML page', response(403, NO_JSON), /refuses this entry \(answer 403\)/],
    ['it is too large for an intermediary', response(413, NO_JSON), /too large/],
    ['the connection breaks off with it', response(0, NO_JSON), /breaks off/],
    [
      'a filter answers it with JSON of its own',
      response(403, { error: 'blocked' }),
      /refuses this entry \(answer 403\)/,
    ],
  ])('%s: the rest is sent, and the entry needs attention, with the reason', async (_, answer, words) => {
    const db = fakeDatabase();
    const phone = await startPhone();
    for (let n = 1; n <= 20; n += 1) await phone.save(randomUUID(), job(n, n === 10 ? 'spoilt' : null));
    await sendPasses(phone, behindIntermediary(db, answer), 6);
    expect(db.commits).toHaveLength(19);
    const left = await phone.waiting();
    expect(left).toMatchObject([{ state: 'attention', fields: { quantity: 10 }, problem: { kind: 'failed' } }]);
    expect(left[0]?.problem?.sentence).toMatch(words);
  });

  it('three bad entries at the head of fifty block no others', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    for (let n = 1; n <= 50; n += 1) await phone.save(randomUUID(), job(n, n <= 3 ? 'spoilt' : null));
    await sendPasses(phone, behindIntermediary(db, SERVER_ERROR), 12);
    expect(db.commits).toHaveLength(47);
    expect((await phone.waiting()).map(({ state }) => state)).toEqual(['attention', 'attention', 'attention']);
  });

  it('an edit that fails on the server lets the entries behind it be sent', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    const id = randomUUID();
    await phone.save(id, job(1));
    await phone.send(db.request, NOW);
    const seen = { notes: null, updated_at: db.rows.get(id)?.updated_at ?? '' };
    await phone.save(id, { notes: 'spoilt' }, { action: 'update', seen });
    await phone.save(randomUUID(), job(2));
    await sendPasses(phone, behindIntermediary(db, SERVER_ERROR), 6);
    expect(db.commits).toHaveLength(2);
    expect(await phone.waiting()).toMatchObject([
      { action: 'update', state: 'attention', problem: { kind: 'failed' } },
    ]);
  });

  it('a single bad entry, refused with a page while the server itself responds, is shown to the user', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    await phone.save(randomUUID(), job(1, 'spoilt'));
    await sendPasses(phone, behindIntermediary(db, response(413, NO_JSON)), 6);
    expect(await phone.waiting()).toMatchObject([{ state: 'attention', problem: { kind: 'failed' } }]);
  });

  it('two entries that are too large, with nothing else to send, both get the reason', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    for (let n = 1; n <= 2; n += 1) await phone.save(randomUUID(), job(n, 'spoilt'));
    await sendPasses(phone, behindIntermediary(db, response(413, NO_JSON)), 6);
    const left = await phone.waiting();
    expect(left.map(({ state }) => state)).toEqual(['attention', 'attention']);
    for (const { problem } of left) expect(problem?.sentence).toMatch(/too large/);
  });

  it('is retried by itself after a while, and at once when the user asks', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    for (let n = 1; n <= 3; n += 1) await phone.save(randomUUID(), job(n, n === 1 ? 'spoilt' : null));
    const later = await sendPasses(phone, behindIntermediary(db, SERVER_ERROR), 6);
    await phone.send(db.request, later);
    expect(db.commits).toHaveLength(2);
    await phone.send(db.request, later + 16 * 60_000);
    expect(db.commits).toHaveLength(3);
    expect(await phone.waiting()).toEqual([]);

    await phone.save(randomUUID(), job(4, 'spoilt'));
    await phone.save(randomUUID(), job(5));
    const then = await sendPasses(phone, behindIntermediary(db, SERVER_ERROR), 6, later + 20 * 60_000);
    const [stuck] = await phone.waiting();
    expect(stuck).toMatchObject({ state: 'attention' });
    if (stuck) await phone.store.resolveAttention(ANN, stuck, 'retry');
    await phone.send(db.request, then);
    expect(await phone.waiting()).toEqual([]);
  });

  it('blocks no others while it is retried', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    for (let n = 1; n <= 3; n += 1) await phone.save(randomUUID(), job(n, n === 1 ? 'spoilt' : null));
    let now = await sendPasses(phone, behindIntermediary(db, SERVER_ERROR), 6);
    for (let n = 4; n < 10; n += 1) {
      await phone.save(randomUUID(), job(n));
      await phone.send(behindIntermediary(db, SERVER_ERROR), now);
      expect(db.commits).toHaveLength(n - 1);
      now += 16 * 60_000;
    }
    expect(await phone.waiting()).toMatchObject([{ state: 'attention', problem: { kind: 'failed' } }]);
  });
});

describe('a server that is down for every entry', () => {
  it.each([
    ['fails on every request', SERVER_ERROR],
    ['is unreachable for its gateway', DOWN],
    ['is behind a block page (403)', response(403, NO_JSON)],
    ['is behind a captive portal (200)', response(200, NO_JSON)],
    ['is behind an intermediary that returns an empty list', response(200, [])],
    ['cannot be reached', response(0, NO_JSON)],
  ])('%s: one request at a time, nothing is marked, and everything is sent in order', async (_, answer) => {
    const db = fakeDatabase();
    const phone = await startPhone();
    const ids = Array.from({ length: 7 }, () => randomUUID());
    for (const [n, id] of ids.entries()) await phone.save(id, job(n + 1));
    for (let n = 0; n < 20; n += 1) {
      let requests = 0;
      await phone.send(
        () => {
          requests += 1;
          return Promise.resolve(answer);
        },
        NOW + n * 37_000,
      );
      // A successful response is verified by reading the entry back.
      expect(requests).toBeLessThanOrEqual(answer.status === 200 ? 3 : 1);
    }
    expect((await phone.waiting()).map(({ state, problem }) => [state, problem])).toEqual(
      ids.map(() => ['queued', null]),
    );
    await phone.send(db.request, NOW + 20 * 37_000);
    expect(db.commits).toEqual(ids);
  });

  it('can be read but not written: few requests, nothing is marked, and everything is sent in order', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    const ids = Array.from({ length: 7 }, () => randomUUID());
    for (const [n, id] of ids.entries()) await phone.save(id, job(n + 1));
    let requests = 0;
    const readOnly: Request = (call) => {
      requests += 1;
      return call.method === 'GET' ? db.request(call) : Promise.resolve(SERVER_ERROR);
    };
    for (let n = 0; n < 20; n += 1) await phone.send(readOnly, NOW + n * 37_000);
    expect(requests).toBeLessThanOrEqual(60);
    expect((await phone.waiting()).map(({ state }) => state)).toEqual(ids.map(() => 'queued'));
    await phone.send(db.request, NOW + 20 * 37_000);
    expect(db.commits).toEqual(ids);
  });

  it('goes down in the middle of a pass: the entries that it did not receive are not marked', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    await phone.save(randomUUID(), job(1));
    await phone.save(randomUUID(), { name: 'x' }, { kind: 'customer' });
    let requests = 0;
    const dying: Request = (call) => ((requests += 1) === 1 ? db.request(call) : Promise.resolve(DOWN));
    await phone.send(dying, NOW);
    for (let n = 1; n < 8; n += 1) await phone.send(() => Promise.resolve(DOWN), NOW + n * PASS_INTERVAL);
    expect(await phone.waiting()).toMatchObject([{ kind: 'customer', state: 'queued', problem: null }]);
  });
});
