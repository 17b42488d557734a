import { lazy, Suspense, useState } from 'react';
import { toast } from '@/lib/toast';
import type { Left } from '@/outbox/left-here';
import { newerIsOpen } from '@/outbox/store-closed';
import { currentSession } from '@/session/session-store';
import { signOutAndDrop } from '@/session/sign-in';

const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog')).SignOutDialog }));

/** Rejects where the storage of this device cannot be read. */
async function whatIsLeft(userId: string): Promise<Left> {
  const { leftHere } = await import('@/outbox/left-here');
  return leftHere(userId);
}

/** Signs out, after a question where something unsent is on this device. The dialog stands wherever the caller puts it. */
export function useSignOut() {
  const [asking, setAsking] = useState<{ userId: string; left: Left } | null>(null);
  const leave = async () => {
    const session = currentSession();
    const userId = 'userId' in session ? session.userId : null;
    const left = userId === null ? null : await whatIsLeft(userId).catch(() => null);
    // It can't be asked what becomes of what waits, nor taken off this device.
    if (newerIsOpen()) {
      return toast({
        tone: 'error',
        title: 'Not signed out',
        description: 'A newer version of Farm Diary is open on this device. Reload this page, then sign out.',
      });
    }
    const count = left ? left.entries.length + left.drafts.length + left.photos.length : 0;
    if (userId !== null && left && count > 0) setAsking({ userId, left });
    else await signOutAndDrop('sent');
  };
  return {
    leave: () => void leave(),
    dialog: asking && (
      <Suspense>
        <SignOutDialog {...asking} onClose={() => setAsking(null)} />
      </Suspense>
    ),
  };
}
