import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withReadTimeout } from '@/lib/read-timeout';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that answers after this time, or never. */
const serverAfter = (ms = Infinity) =>
  vi.fn<typeof fetch>(
    (_, init) =>
      new Promise((answer, fail) => {
        if (ms < Infinity) setTimeout(() => answer(new Response('[]')), ms);
        init?.signal?.addEventListener('abort', () => fail(init.signal?.reason as Error));
      }),
  );
/** The outcome of the request so far: its status, its error, or 'nothing yet'. */
function follow(request: Promise<Response>) {
  const result: { value: unknown } = { value: 'nothing yet' };
  request.then(
    ({ status }) => (result.value = status),
    (error: unknown) => (result.value = error),
  );
  return result;
}

test('a read that is never answered fails after half a minute as a lost connection does (F12)', async () => {
  const read = follow(withReadTimeout(serverAfter())('/rest/v1/notices'));
  await vi.advanceTimersByTimeAsync(29_900);
  expect(read.value).toBe('nothing yet');
  await vi.advanceTimersByTimeAsync(200);
  expect(read.value).toEqual(new TypeError('Failed to fetch'));
});

test('a slow response is accepted, and its body is not cut off afterwards', async () => {
  const server = serverAfter(20_000);
  const read = follow(withReadTimeout(server)('/rest/v1/works', { method: 'GET' }));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(read.value).toBe(200);
  expect(server.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
});

test('a read that its screen no longer needs is cancelled, before and while it runs', async () => {
  const left = new AbortController();
  const read = follow(withReadTimeout(serverAfter())('/rest/v1/works', { signal: left.signal }));
  left.abort(new DOMException('left', 'AbortError'));
  await vi.advanceTimersByTimeAsync(0);
  expect(read.value).toBe(left.signal.reason);
  const server = serverAfter();
  void withReadTimeout(server)('/rest/v1/works', { signal: left.signal });
  expect(server.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
});

test.each(['POST', 'PATCH', 'DELETE'])(
  'a %s has no timeout, because the server may have carried it out',
  async (method) => {
    const write = follow(withReadTimeout(serverAfter())('/rest/v1/works', { method }));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(write.value).toBe('nothing yet');
  },
);
