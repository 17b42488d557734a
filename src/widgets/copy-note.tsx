import { copyTime } from '@/domain/works/snapshot';
import { useAccount } from '@/session/account';
import { useOffline } from '@/session/contact';
import { useNow } from '@/session/today';
import { OfflineNote } from '@/ui/lists/list-states';

/** While offline: from when the data on the screen is (milliseconds; undefined if there is none). */
export function CopyNote({ at }: { at: number | undefined }) {
  const { zone } = useAccount().settings;
  const offline = useOffline();
  const now = useNow();
  if (!offline || !at) return null;
  return <OfflineNote time={copyTime(zone, new Date(at), now)} />;
}
