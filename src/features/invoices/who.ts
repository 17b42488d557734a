import type { WorksWho } from '@/data/works';
import { useAccount } from '@/session/account';

/** Whose works are read, and with what in them. */
export function useWho(): WorksWho {
  const { ownerId, userId, settings } = useAccount();
  return { ownerId, userId, seesRates: settings.seesRates };
}
