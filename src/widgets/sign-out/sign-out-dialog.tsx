import { useQuery } from '@tanstack/react-query';
import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import * as keys from '@/lib/query-keys';
import { useWaiting, wakeAndSend } from '@/offline/outbox/outbox';
import { leftHere, saveLeft, type Left } from '@/offline/outbox/restore/left-on-device';
import { signOutAndDrop } from '@/session/sign-in';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';
import { entriesWords } from '@/widgets/unsent/send-words';

const words = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** "1 entry, 2 drafts and 3 photos are not sent yet." */
function leftWords({ entries, drafts, photos }: Left): string {
  const parts = [
    entries.length > 0 && entriesWords(entries.length),
    drafts.length > 0 && words(drafts.length, 'draft'),
    photos.length > 0 && words(photos.length, 'photo'),
  ].filter((part) => part !== false);
  const last = parts.pop() ?? '';
  const count = entries.length + drafts.length + photos.length;
  if (count === 0) return 'Everything is sent.';
  return `${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last} ${count === 1 ? 'is' : 'are'} not sent yet.`;
}

/** Asks what to do with unsent entries, drafts and photos on sign-out. */
export function SignOutDialog({ userId, left: first, onClose }: { userId: string; left: Left; onClose: () => void }) {
  const { entries } = useWaiting();
  const [removing, setRemoving] = useState(false);
  const [leaving, setLeaving] = useState(false);
  // Counted again whenever an entry was sent.
  const { data: left = first } = useQuery({
    queryKey: [keys.leftHere, userId, entries.map(({ seq }) => seq)],
    networkMode: 'always',
    gcTime: 0,
    placeholderData: (before: Left | undefined) => before,
    queryFn: () => leftHere(userId),
  });
  const isEmpty = left.entries.length + left.drafts.length + left.photos.length === 0;
  const leave = (what: 'sent' | 'all') => {
    setLeaving(true);
    void signOutAndDrop(what).finally(onClose);
  };
  const out = { busy: leaving, busyText: 'Signing out...' };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${leftWords(left)} Sign out?`}
      actions={
        removing ? (
          <>
            <Button onClick={() => setRemoving(false)}>Go back</Button>
            <Button variant="danger" {...out} onClick={() => leave('all')}>
              Remove for good
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Stay signed in</Button>
            {isEmpty ? (
              <Button variant="main" {...out} onClick={() => leave('sent')}>
                Sign Out
              </Button>
            ) : (
              <>
                <Button variant="danger" onClick={() => setRemoving(true)}>
                  Remove and sign out
                </Button>
                <Button variant="main" {...out} onClick={() => leave('sent')}>
                  Keep and sign out
                </Button>
              </>
            )}
          </>
        )
      }
    >
      {removing ? (
        <p>Remove it all for good? It is only on this device.</p>
      ) : (
        !isEmpty && (
          <div className="grid gap-3">
            <p className="text-muted">
              What you keep is sent, or offered again, when you sign in here; the app shows it to nobody else. It is not
              encrypted: somebody who can open the storage of this browser can read what is kept in it. On a device that
              others use, send it or save it as files, then remove it.
            </p>
            <div className="flex flex-wrap gap-2 max-sm:*:grow">
              {left.entries.length > 0 && (
                <Button onClick={() => void wakeAndSend()}>
                  <RefreshCw aria-hidden="true" />
                  Send now
                </Button>
              )}
              <Button onClick={() => saveLeft(left)}>
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
