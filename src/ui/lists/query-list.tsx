import type { ComponentProps, ReactNode } from 'react';
import { readState, type Read } from '@/lib/read-state';
import { Card } from '@/ui/layout/card';
import { ErrorState, LoadingRows } from './list-states';

type Props = {
  read: Read;
  /** What is shown, also from the outbox or a copy. Without it, the children are shown as soon as there are data. */
  rows?: readonly unknown[] | undefined;
  /** Shown in place of the children if there are no rows. */
  empty?: ReactNode;
  /** Whether what is shown in place of the children gets a card of its own. */
  card?: boolean;
  loading?: ComponentProps<typeof LoadingRows>;
  /** Words in place of the usual ones for a read that failed. "Try again" reads again, unless it says otherwise. */
  failed?: ComponentProps<typeof ErrorState>;
  children?: ReactNode;
};

/** What a read gave, or why it is not there: still loading, not on this device yet, failed with a way to try again. */
export function QueryList({ read, rows, empty, card = false, loading, failed, children }: Props) {
  const state = readState(read);
  if (rows ? rows.length > 0 : state === 'ready') return children;
  const instead =
    state === 'ready' ? (
      empty
    ) : state === 'loading' ? (
      <LoadingRows {...loading} />
    ) : (
      <ErrorState onRetry={() => void read.refetch()} {...(state === 'failed' && failed)} />
    );
  return card ? <Card>{instead}</Card> : instead;
}
