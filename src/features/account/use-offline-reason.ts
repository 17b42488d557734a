import { useOffline } from '@/lib/online';
// Why the account settings can't be changed right now.
import { NEEDS_SIGNAL } from '@/session/disabled-reason';

/** The reason, or null if they can be changed. Personal settings can be changed in every state of the subscription. */
export const useOfflineReason = (): string | null => (useOffline() ? NEEDS_SIGNAL : null);
