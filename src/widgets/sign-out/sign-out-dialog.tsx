import { useQuery } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { counted, plural } from '@/domain/core/word-list';
import * as keys from '@/lib/query-keys';
import { useWaiting, wakeAndSend } from '@/offline/outbox/outbox';
import { readDeviceData, downloadDeviceData, type DeviceData } from '@/offline/outbox/restore/device-data';
import { signOutAndDelete } from '@/session/sign-out';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';
import { entriesWords } from '@/widgets/unsent/send-words';

/** "1 entry, 2 drafts and 3 photos are only on this phone." */
function unsentDataWords({ entries, drafts, photos }: DeviceData): string {
  const parts = [
    entries.length > 0 && entriesWords(entries.length),
    drafts.length > 0 && counted(drafts.length, 'draft', 'drafts'),
    photos.length > 0 && counted(photos.length, 'photo', 'photos'),
  ].filter((part) => part !== false);
  const last = parts.pop() ?? '';
  const count = entries.length + drafts.length + photos.length;
  if (count === 0) return 'Nothing waits on this phone.';
  return `${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last} ${plural(count, 'is', 'are')} only on this phone.`;
}

/** Asks what to do with unsent entries, drafts and photos on sign-out. */
export function SignOutDialog({
  userId,
  initialUnsent,
  onClose,
}: {
  userId: string;
  /** What was unsent when the dialog was opened. */
  initialUnsent: DeviceData;
  onClose: () => void;
}) {
  const { entries } = useWaiting();
  const [isConfirmingRemoval, setIsConfirmingRemoval] = useState(false);
  const [isSigningOut, setIsSigningOut] = useState(false);
  // The key contains the entries, so the count is refreshed whenever one was sent.
  const { data: unsent = initialUnsent } = useQuery({
    queryKey: [keys.unsentOnDevice, userId, entries.map(({ seq }) => seq)],
    networkMode: 'always',
    gcTime: 0,
    placeholderData: (before: DeviceData | undefined) => before,
    queryFn: () => readDeviceData(userId),
  });
  const isEmpty = unsent.entries.length + unsent.drafts.length + unsent.photos.length === 0;
  const signOut = (deleted: 'sent' | 'all') => {
    setIsSigningOut(true);
    void signOutAndDelete(deleted).finally(onClose);
  };
  const signOutButton = { busy: isSigningOut, busyText: 'Signing out...' };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${unsentDataWords(unsent)} Sign out?`}
      actions={
        isConfirmingRemoval ? (
          <>
            <Button onClick={() => setIsConfirmingRemoval(false)}>Go back</Button>
            <Button variant="danger" {...signOutButton} onClick={() => signOut('all')}>
              Remove for good
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Stay signed in</Button>
            {isEmpty ? (
              <Button variant="main" {...signOutButton} onClick={() => signOut('sent')}>
                Sign Out
              </Button>
            ) : (
              <>
                <Button variant="danger" onClick={() => setIsConfirmingRemoval(true)}>
                  Remove and sign out
                </Button>
                <Button variant="main" {...signOutButton} onClick={() => signOut('sent')}>
                  Keep and sign out
                </Button>
              </>
            )}
          </>
        )
      }
    >
      {isConfirmingRemoval ? (
        <p>Remove it all for good? It is only on this device.</p>
      ) : (
        !isEmpty && (
          <div className="grid gap-3">
            <p className="text-muted">
              What you keep goes to the office, or is offered again, when you sign in here; the app shows it to nobody
              else. It is not encrypted: somebody who can open the storage of this browser can read what is kept in it.
              On a device that others use, send it or save it as files, then remove it.
            </p>
            <div className="flex flex-wrap gap-2 max-sm:*:grow">
              {unsent.entries.length > 0 && (
                <Button onClick={() => void wakeAndSend()}>
                  <RefreshCw aria-hidden="true" />
                  Send now
                </Button>
              )}
              <Button onClick={() => downloadDeviceData(unsent)}>
                <Download aria-hidden="true" />
                Save as files
              </Button>
            </div>
          </div>
        )
      )}
    </Dialog>
  );
}
