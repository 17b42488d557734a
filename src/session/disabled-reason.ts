// Why the user can't change the records on the screen at the moment.
import { useAccount } from './account';
import { useOffline } from '@/lib/online';

export const NEEDS_SIGNAL = 'You need signal to change this.';
export const READ_ONLY = 'Your account can read but not write at the moment.';

/** Why nothing can be changed at the moment, or null if it can. For records that are saved only online. */
export function useDisabledReason(): string | null {
  const { canWrite } = useAccount();
  const offline = useOffline();
  if (!canWrite) return READ_ONLY;
  return offline ? NEEDS_SIGNAL : null;
}
