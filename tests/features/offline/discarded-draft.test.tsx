// A draft that is discarded in the moment in which the form that shows it stores it again.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import { draftsOf, putDraft } from '@/offline/outbox/store/store';
import { eventLoopTurns } from '@tests/support/event-loop-turns';

const USER = 'b0000000-0000-4000-8000-000000000001';
const STORED = { userId: USER, form: 'note/1', id: 'n1', values: { body: 'Calf 0412' }, at: 1 };

function Form() {
  const { isDraftLoading, key, draft, discard } = useStoredDraft(USER, 'note');
  useDraft(USER, key, draft?.id ?? 'n2', draft ? draft.values : null);
  return isDraftLoading ? null : <button onClick={discard}>{draft ? 'Discard' : 'Empty'}</button>;
}

test('a discarded draft is not stored again by the form that still shows it (F3)', async () => {
  await putDraft(STORED);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(0);
      expect(screen.getByRole('button')).toHaveTextContent('Discard');
    },
    { timeout: 30_000 },
  );
  // Not wrapped in act: React renders the empty form only after the delay of the writing has passed.
  screen.getByRole('button').click();
  vi.advanceTimersByTime(300);
  vi.useRealTimers();
  await screen.findByText('Empty');
  await eventLoopTurns();
  expect(await draftsOf(USER)).toEqual([]);
});
