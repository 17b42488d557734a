// Signing out. A module of its own, because the first page of a visitor does not need it.
import { readPushNote } from '@/lib/device/push-note';
import { toast } from '@/lib/toast';
import { connectionFailed } from './connection-failed';
import { client, currentSession, signOutHere } from './session-store';
import { serverMessage } from './sign-in';

const PUSH_TIMEOUT_MS = 4000;
const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** Revokes the token of an ended session once the connection returns. It is held in memory only, not on the device. */
function revokeLater(token: string) {
  window.addEventListener(
    'online',
    () =>
      void client().then(
        ({ auth }) => auth.admin.signOut(token, 'local'),
        () => undefined,
      ),
    { once: true },
  );
}

/**
 * Signs out on this device; the user's other devices stay signed in. Without a response from the server this device
 * signs out all the same, and the token is revoked once the connection returns. False if it failed.
 */
export async function signOut(): Promise<boolean> {
  const signOutOffline = () => {
    const token = signOutHere();
    if (token !== null) revokeLater(token);
    return true;
  };
  // Stops notifications for this user on this device. Before the sign-out, because the database refuses the request
  // afterwards.
  if (readPushNote()) {
    const { endPushes } = await import('@/data/push-devices');
    await Promise.race([endPushes().catch(() => undefined), wait(PUSH_TIMEOUT_MS)]);
  }
  if (!navigator.onLine) return signOutOffline();
  try {
    const { error } = await (await client()).auth.signOut({ scope: 'local' });
    if (error) throw error;
    return true;
  } catch (error) {
    if (connectionFailed(error)) return signOutOffline();
    toast({ tone: 'error', title: 'Sign out Failed', description: serverMessage(error) });
    return false;
  }
}

/** Signs out and deletes from this device what the database has by now ('sent'), or everything of this user ('all'). */
export async function signOutAndDelete(what: 'sent' | 'all'): Promise<void> {
  const session = currentSession();
  // Load it first: afterwards the device may be offline, and nothing would be deleted.
  const outbox = await import('@/offline/outbox/restore/device-data').catch(() => null);
  // The sign-in page reads the count as soon as it renders, possibly before the deletion is done.
  if (what === 'all' && outbox && 'userId' in session) outbox.publishUnsentCount(session.userId, 0);
  const signedOut = await signOut();
  if (signedOut && outbox && 'userId' in session)
    await outbox.deleteDeviceData(session.userId, what).catch(() => undefined);
}
