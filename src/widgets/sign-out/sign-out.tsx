import { lazy, Suspense, useState } from 'react';
import { toast } from '@/lib/toast';
import type { DeviceData } from '@/offline/outbox/restore/device-data';
import { newerIsOpen } from '@/offline/outbox/store/newer-version';
import { currentSession } from '@/session/session-store';
import { signOutAndDelete } from '@/session/sign-out';

const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog')).SignOutDialog }));

/** Rejects if the storage of this device cannot be read. */
async function readUnsent(userId: string): Promise<DeviceData> {
  const { readDeviceData } = await import('@/offline/outbox/restore/device-data');
  return readDeviceData(userId);
}

/** Signs out, after a confirmation if this device has unsent data. The caller renders the dialog. */
export function useSignOut() {
  const [openDialog, setOpenDialog] = useState<{ userId: string; initialUnsent: DeviceData } | null>(null);
  const signOut = async () => {
    const session = currentSession();
    const userId = 'userId' in session ? session.userId : null;
    const unsent = userId === null ? null : await readUnsent(userId).catch(() => null);
    // The newer version has closed the store for this page, so unsent data can be neither listed nor removed.
    if (newerIsOpen()) {
      return toast({
        tone: 'error',
        title: 'Not signed out',
        description: 'A newer version of Farm Diary is open on this device. Reload this page, then sign out.',
      });
    }
    const count = unsent ? unsent.entries.length + unsent.drafts.length + unsent.photos.length : 0;
    if (userId !== null && unsent && count > 0) setOpenDialog({ userId, initialUnsent: unsent });
    else await signOutAndDelete('sent');
  };
  return {
    signOut: () => void signOut(),
    dialog: openDialog && (
      <Suspense>
        <SignOutDialog {...openDialog} onClose={() => setOpenDialog(null)} />
      </Suspense>
    ),
  };
}
