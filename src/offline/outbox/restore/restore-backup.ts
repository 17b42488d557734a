// Restores waiting entries from the backup when the browser has lost the outbox's database (see lib/cache-backup.ts).
import { cacheBackup } from '@/lib/cache-backup';
import type { Entry } from '@/offline/outbox/entry';
import type { Db, SendState } from '@/offline/outbox/store/db';

/** At [user id]: the user's waiting entries. At [user id, photo id]: a photo with its bytes. */
export const entryBackup = cacheBackup('farm-diary-spare');

export const emptySendState = (userId: string): SendState => ({
  userId,
  lastSentAt: null,
  senderUntil: 0,
  failures: 0,
  failedAt: 0,
  nextTryAt: 0,
  needsSignIn: false,
});

/** Sentinel: the backup is restored and this database is authoritative. */
const RESTORED = '';
export const isRestored = async (db: Db): Promise<boolean> => (await db.count('marks', RESTORED)) > 0;

/** Sentinel: the id of this store, to tell it from a new one created after the browser lost or cleared it. */
export const STORE_ID = 'store';
export const storeSentinel = (): SendState => ({ ...emptySendState(STORE_ID), store: crypto.randomUUID() });

/** Identifies the same change of the same record, independent of the `seq` that a store has assigned. */
export const changeKey = ({ kind, id, action, recordedAt }: Pick<Entry, 'kind' | 'id' | 'action' | 'recordedAt'>) =>
  [kind, id, action, recordedAt].join(' ');

/** `tried` of a restored entry: it may have been sent, so a later change is queued behind it and not merged into it. */
const MAYBE_SENT = 2;

/** An entry as it is backed up: waiting for its turn, without `seq`, which the database assigns again. */
export const backupCopy = (entry: Entry): Omit<Entry, 'seq'> => ({
  ...entry,
  ...{ seq: undefined },
  state: entry.state === 'attention' ? 'attention' : 'queued',
  leaseUntil: null,
  tried: MAYBE_SENT,
});

/**
 * Restores the backup. If it can't be read now, the database is used as it is and the next start tries again; until
 * then the backup is not overwritten.
 */
export async function restoreBackup(db: Db): Promise<void> {
  if (await isRestored(db)) return;
  const paths = (await entryBackup.paths()).filter(({ length }) => length === 1);
  const backups = await Promise.all(paths.map((path) => entryBackup.read(path)));
  const tx = db.transaction(['entries', 'marks'], 'readwrite', { durability: 'strict' });
  // Another tab may have restored it first.
  if ((await tx.objectStore('marks').count(RESTORED)) > 0) return tx.done;
  const storedKeys = new Set((await tx.objectStore('entries').getAll()).map(changeKey));
  // sync-backup.ts writes the entries in order of `seq`.
  const entries = backups
    .flatMap((one) => (one ? (one.value as Entry[]) : []))
    .filter((entry) => !storedKeys.has(changeKey(entry)));
  const writes = entries.map((entry) => tx.objectStore('entries').put(entry));
  await Promise.all([...writes, tx.objectStore('marks').put(emptySendState(RESTORED)), tx.done]);
}
