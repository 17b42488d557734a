// A broken connection: truncated responses, no response, the same request twice at once, and a refused token.
import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { request } from '@/offline/outbox/send/request';
import { backOffMs } from '@/offline/outbox/send/response-class';
import { ANN, fakeDatabase, startPhone } from './phone';

const job = (quantity: number) => ({ customer: 'Hill Farm', quantity, notes: null });
const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
  vi.restoreAllMocks();
});

it('ignores a response that breaks off in the middle of its body: it retries, and there is one row (F5)', async () => {
  const db = fakeDatabase();
  const phone = await startPhone();
  const id = randomUUID();
  await phone.save(id, job(12));
  const methods: string[] = [];
  globalThis.fetch = async (input, init) => {
    const { method = 'GET', body } = init ?? {};
    methods.push(method);
    // The outbox sends JSON strings.
    const sent = typeof body === 'string' ? { body: JSON.parse(body) as [] } : {};
    const answer = await db.request({
      method: 'POST',
      path: input instanceof Request ? input.url : input.toString(),
      token: '',
      ...sent,
    });
    const text = JSON.stringify(answer.body);
    const stream = new ReadableStream({
      start(out) {
        out.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2)));
        out.error(new TypeError('terminated'));
      },
    });
    return new Response(stream, { status: answer.status });
  };
  await phone.send(request);
  expect(methods).toEqual(['POST']);
  expect(db.commits).toEqual([id]);
  expect(await phone.waiting()).toMatchObject([{ id, state: 'queued', problem: null }]);
  await phone.send(db.request, Date.now() + 31_000);
  expect(db.commits).toEqual([id]);
  expect(await phone.waiting()).toEqual([]);
});

it('reports no response if the address of the backend can’t be loaded', async () => {
  vi.resetModules();
  vi.doMock('@/lib/env', () => ({ backendConfig: () => Promise.reject(new TypeError('Failed to fetch')) }));
  try {
    const fresh = await import('@/offline/outbox/send/request');
    const response = await fresh.request({ method: 'GET', path: 'works', token: '' });
    expect(response).toEqual({ status: 0, body: undefined, retryAfterMs: null });
  } finally {
    vi.doUnmock('@/lib/env');
  }
});

it('sends each entry once if sending is triggered twice at once, with and without locks (F7)', async () => {
  for (const locks of [true, false]) {
    const db = fakeDatabase();
    const phone = await startPhone();
    if (!locks) vi.stubGlobal('navigator', {});
    const ids = Array.from({ length: 60 }, () => randomUUID());
    for (const [n, id] of ids.entries()) await phone.save(id, job(n + 1));
    let requests = 0;
    const slowly: typeof db.request = async (call) => {
      requests += 1;
      await new Promise((done) => setTimeout(done, 5));
      return db.request(call);
    };
    await Promise.all([phone.send(slowly), phone.send(slowly)]);
    expect(db.commits.toSorted()).toEqual(ids.toSorted());
    expect(requests).toBe(2);
    expect(await phone.waiting()).toEqual([]);
  }
});

it('a double press on Save creates one entry (F7)', async () => {
  const db = fakeDatabase();
  const phone = await startPhone();
  const id = randomUUID();
  await Promise.all([phone.save(id, job(12)), phone.save(id, job(12))]);
  expect(await phone.waiting()).toHaveLength(1);
  await phone.send(db.request);
  expect(db.commits).toEqual([id]);
});

it('retries less and less often if the token is refused and can’t be refreshed (F16)', async () => {
  const phone = await startPhone();
  await phone.save(randomUUID(), job(12));
  const { sendWaiting } = await import('@/offline/outbox/send/sender');
  let now = Date.UTC(2026, 10, 20);
  const waits: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    await sendWaiting(ANN, {
      request: () =>
        Promise.resolve({ status: 401, body: { code: 'PGRST303', message: 'JWT expired' }, retryAfterMs: null }),
      token: (_, fresh) => Promise.resolve(fresh ? { kind: 'offline' } : { kind: 'token', token: 't' }),
      now: () => now,
      random: () => 0.5,
      onChange: () => undefined,
      invalidate: () => undefined,
    });
    const { nextTryAt, needsSignIn } = await phone.store.sendStateOf(ANN);
    expect(needsSignIn).toBe(false);
    waits.push(nextTryAt - now);
    now = nextTryAt;
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000]);
});

it('a request without a response times out after 15 s, and is retried after 1 s, doubling to 30 s (F12)', async () => {
  const phone = await startPhone();
  await phone.save(randomUUID(), job(12));
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.abort(new DOMException('took too long', 'TimeoutError'));
  });
  // Never responds; ends only when it is aborted.
  globalThis.fetch = (_input, init) =>
    new Promise((_, fail) => {
      const signal = init?.signal;
      const reject = () => fail(new DOMException('took too long', 'TimeoutError'));
      if (signal?.aborted) reject();
      else signal?.addEventListener('abort', reject);
    });
  let now = Date.UTC(2026, 10, 20);
  const waits: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    await phone.send(request, now);
    const { nextTryAt } = await phone.store.sendStateOf(ANN);
    waits.push(nextTryAt - now);
    // No retry before its time.
    const tries = limits.length;
    await phone.send(request, nextTryAt - 1);
    expect(limits).toHaveLength(tries);
    now = nextTryAt;
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  expect(new Set(limits)).toEqual(new Set([15_000]));
  expect(await phone.waiting()).toMatchObject([{ state: 'queued', problem: null }]);
  // With 20 % jitter, so that a crew's phones do not all retry at the same moment.
  const spread = [backOffMs(1, 0), backOffMs(1, 1), backOffMs(20, 0), backOffMs(20, 1)];
  expect(spread.map(Math.round)).toEqual([800, 1200, 24_000, 36_000]);
});
