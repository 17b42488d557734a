// A list shows one of its states, whatever it reads: loading, not on this device yet, failed, empty, or its rows.
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { setUnanswered } from '@/lib/online';
import { together, type Read } from '@/lib/read-state';
import { QueryList } from '@/ui/lists/query-list';

const read = (is: Partial<Read>): Read => ({
  data: undefined,
  isError: false,
  fetchStatus: 'idle',
  refetch: () => undefined,
  ...is,
});
const loading = read({ fetchStatus: 'fetching' });
const absent = read({ fetchStatus: 'paused' });
const failed = read({ isError: true });
const ready = read({ data: [] });

const shown = (one: Read, rows?: readonly string[]) => {
  const { container, unmount } = render(
    <QueryList read={one} rows={rows} empty="No notes yet." failed={{ text: 'The notes could not be loaded.' }}>
      Notes
    </QueryList>,
  );
  const text = container.textContent;
  unmount();
  return text;
};

test('a list says whether it is loading, failed or empty, and shows the rows that there are in each of these states', () => {
  expect(shown(loading, [])).toBe('Loading your data...');
  expect(shown(failed, [])).toBe('Error Fetching DataThe notes could not be loaded.Try again');
  expect(shown(ready, [])).toBe('No notes yet.');
  for (const one of [loading, absent, failed, ready]) expect(shown(one, ['of the outbox'])).toBe('Notes');
  expect(shown(ready)).toBe('Notes');
  expect(shown(read({ data: [], isError: true, fetchStatus: 'paused' }), [])).toBe('No notes yet.');
});

test('a list that waits for signal says that it is not on this device yet, with a way to try again', () => {
  setUnanswered(true);
  onTestFinished(() => setUnanswered(false));
  expect(shown(absent, [])).toBe("Not on this device yetYou're offline. This opens when there is signal.Try again");
});

test('of several reads the list shows the worst state, and “Try again” reads only what is missing', () => {
  expect(shown(together(ready, loading))).toBe('Loading your data...');
  expect(shown(together(ready, ready))).toBe('Notes');
  const refetch = vi.fn();
  const refetchOther = vi.fn();
  render(<QueryList read={together({ ...failed, refetch }, { ...ready, refetch: refetchOther }, loading)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(refetch).toHaveBeenCalledOnce();
  expect(refetchOther).not.toHaveBeenCalled();
});
