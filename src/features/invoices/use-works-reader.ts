import type { WorksReader } from '@/data/works/works';
import { useAccount } from '@/session/account';

/** The parameters of the works queries. */
export function useWorksReader(): WorksReader {
  const { ownerId, userId, settings } = useAccount();
  return { ownerId, userId, seesRates: settings.seesRates };
}
