import { snapshotTime } from '@/domain/works/snapshot';
import { useOffline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { useNow } from '@/session/today';
import { OfflineNote } from '@/ui/lists/list-states';

/**
 * While offline, says when the data on the screen was fetched. `at`: milliseconds since the epoch; undefined without
 * data.
 */
export function SnapshotAge({ at }: { at: number | undefined }) {
  const { zone } = useAccount().settings;
  const offline = useOffline();
  const now = useNow();
  if (!offline || !at) return null;
  return <OfflineNote time={snapshotTime(zone, new Date(at), now)} />;
}
