// Records which tables a page reads and what it receives, while the test advances the clock minute by minute.
import { act } from '@testing-library/react';
import { vi } from 'vitest';
import type { TestBackend } from './embedded/backend';

/** A fetch that records the body of each response to a read, by table. Intervals of the page are driven by the test. */
export function recordReads(backend: Pick<TestBackend, 'fetch'>) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let responses: { table: string; body: string }[] = [];
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const answer = await backend.fetch(request.clone());
    const table = /\/rest\/v1\/(\w+)$/.exec(new URL(request.url).pathname)?.[1];
    if (request.method === 'GET' && table) responses.push({ table, body: await answer.clone().text() });
    return answer;
  };
  return {
    fetch,
    bodiesOf: (table: string) => responses.filter((answer) => answer.table === table).map(({ body }) => body),
    clear: () => {
      responses = [];
    },
  };
}

export const advanceMinute = () => act(() => vi.advanceTimersByTimeAsync(61_000));

const setVisibility = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
};
export const hidePage = () => setVisibility('hidden');
export const showPage = () => setVisibility('visible');
