// Why the account settings can't be changed right now.
import { useOffline } from '@/session/connection';

const NO_SIGNAL = 'You need signal to change this.';

/** The reason, or null if they can be changed. Personal settings can be changed in every state of the subscription. */
export const useDisabledReason = (): string | null => (useOffline() ? NO_SIGNAL : null);
