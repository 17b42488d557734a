// How often a page reads and how much it receives, minute by minute of a clock that the test sets.
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { TestBackend } from './embedded/backend';

/** A fetch that records the body of each response to a read, by table. Intervals of the page are driven by the test. */
export function followReadings(backend: Pick<TestBackend, 'fetch'>) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let read: { table: string; body: string }[] = [];
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const answer = await backend.fetch(request.clone());
    const table = /\/rest\/v1\/(\w+)$/.exec(new URL(request.url).pathname)?.[1];
    if (request.method === 'GET' && table) read.push({ table, body: await answer.clone().text() });
    return answer;
  };
  return {
    fetch,
    of: (table: string) => read.filter((answer) => answer.table === table).map(({ body }) => body),
    clear: () => {
      read = [];
    },
  };
}

export const passMinute = () => act(() => vi.advanceTimersByTimeAsync(61_000));

const say = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
};
export const lookAway = () => say('hidden');
export const lookBack = () => say('visible');
