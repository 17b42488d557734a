// What a screen knows of a query: whether its data are here, still come, or don't come without signal or another try.
// The linter allows `isPaused` and `fetchStatus` only here, so that every screen tells these states apart in one way.

/** The parts of a query's result that its state follows from. */
type Result = { data: unknown; isError: boolean; fetchStatus: 'fetching' | 'paused' | 'idle' };

/** A query, or several as one. */
export type Read = Result & { refetch: () => unknown };

type ReadState = 'ready' | 'failed' | 'absent' | 'loading';

/**
 * 'ready' with data, also those of a copy whose refresh failed. Without data: 'failed'; 'absent' if the data wait for
 * signal and this device has no copy; otherwise 'loading', also while the query is disabled.
 */
export function readState({ data, isError, fetchStatus }: Result): ReadState {
  if (data !== undefined) return 'ready';
  if (isError) return 'failed';
  return fetchStatus === 'paused' ? 'absent' : 'loading';
}

export const isLoading = (read: Result): boolean => readState(read) === 'loading';

/** Whether reading waits for signal, also if there is a copy. */
export const waitsForSignal = ({ fetchStatus }: Pick<Result, 'fetchStatus'>): boolean => fetchStatus === 'paused';

/** Whether there are no data, and none will come by waiting: the read failed, or waits for signal. */
export const isMissing = (read: Result): boolean => ['failed', 'absent'].includes(readState(read));

/**
 * Several reads as one: ready once all are, and missing as soon as one is. `refetch` reads the missing ones again.
 */
export const together = (...reads: readonly Read[]): Read => ({
  data: reads.every(({ data }) => data !== undefined) || undefined,
  isError: reads.some((read) => readState(read) === 'failed'),
  fetchStatus: reads.some((read) => readState(read) === 'absent') ? 'paused' : 'fetching',
  refetch: () => {
    for (const read of reads) if (isMissing(read)) void read.refetch();
  },
});
