// Why something of the account can't be changed right now.
import { useOffline } from '@/session/contact';

const NO_SIGNAL = 'You need signal to change this.';

/** The sentence, or null where it can. What is a person's own is changed in every state of the subscription. */
export const useHeld = (): string | null => (useOffline() ? NO_SIGNAL : null);
