// A backup of the waiting entries, outside IndexedDB. The database is authoritative while it exists; the backup is
// updated from it after each change and at each start.
import type { Entry } from '@/offline/outbox/entry';
import { withDb } from '@/offline/outbox/store/db';
import { backupCopy, isRestored, entryBackup } from './restore-backup';

const isWaiting = (entry: Entry | undefined) => entry !== undefined && entry.state !== 'acknowledged';

/** Whether a change affects the backup. Claiming an entry for sending, or releasing it, does not. */
export function affectsBackup(before: Entry | undefined, after: Entry | undefined): boolean {
  if (!isWaiting(before) || !isWaiting(after)) return isWaiting(before) !== isWaiting(after);
  return (['action', 'fields', 'seen', 'problem'] as const).some((name) => before?.[name] !== after?.[name]);
}

/** The entries to back up; null while the backup has not been restored into this database yet. */
const waitingEntries = (userId: string): Promise<Entry[] | null> =>
  withDb(async (db) =>
    (await isRestored(db)) ? (await db.getAllFromIndex('entries', 'user', userId)).filter(isWaiting) : null,
  );

async function syncPhotos(userId: string, entries: readonly Pick<Entry, 'id' | 'file'>[]) {
  const photos = new Set(entries.filter(({ file }) => file).map(({ id }) => id));
  const backedUp = new Set((await entryBackup.paths()).filter(([person]) => person === userId).map(([, id]) => id));
  for (const id of photos) {
    const file = backedUp.has(id) ? undefined : await withDb((db) => db.get('files', [userId, id]));
    if (!file) continue;
    const { bytes, ...about } = file;
    await entryBackup.put([userId, id], about, { bytes });
  }
  await entryBackup.deleteWhere(([person, id]) => person === userId && id !== undefined && !photos.has(id));
}

/** The syncs in progress, by user, and whether something changed since each began to read. */
const runs = new Map<string, { changed: boolean; done: Promise<void> }>();

async function runUntilEqual(userId: string) {
  for (;;) {
    const run = runs.get(userId);
    if (run) run.changed = false;
    const entries = (await waitingEntries(userId))?.map(backupCopy);
    if (entries && entries.length > 0) await entryBackup.put([userId], entries);
    else if (entries) await entryBackup.deleteWhere(([person, id]) => person === userId && id === undefined);
    if (entries) await syncPhotos(userId, entries);
    // Another tab may have written an older state: compare again, and repeat if it differs.
    const latest = (await waitingEntries(userId))?.map(backupCopy);
    if (!runs.get(userId)?.changed && JSON.stringify(latest) === JSON.stringify(entries))
      return void runs.delete(userId);
  }
}

/** Updates the backup of a user from the database. Never rejects: the next change tries again. */
export function syncBackup(userId: string): Promise<void> {
  const running = runs.get(userId);
  if (running) {
    running.changed = true;
    return running.done;
  }
  const run = { changed: false, done: Promise.resolve() };
  runs.set(userId, run);
  run.done = runUntilEqual(userId).catch(() => void runs.delete(userId));
  return run.done;
}
