// A backup of what waits, outside IndexedDB. The database is authoritative while it exists; the backup is updated from
// it after each change and at each start.
import type { Entry } from '@/offline/outbox/entry';
import { withDb } from '@/offline/outbox/store/db';
import { backupCopy, isWhole, entryBackup } from './restore-backup';

const waits = (entry: Entry | undefined) => entry !== undefined && entry.state !== 'acknowledged';

/** Whether a change affects the backup. Claiming an entry for sending, or releasing it, does not. */
export function affectsBackup(before: Entry | undefined, after: Entry | undefined): boolean {
  if (!waits(before) || !waits(after)) return waits(before) !== waits(after);
  return (['action', 'fields', 'seen', 'problem'] as const).some((name) => before?.[name] !== after?.[name]);
}

/** null while the backup has not been restored into this database yet. */
const waiting = (userId: string): Promise<Entry[] | null> =>
  withDb(async (db) =>
    (await isWhole(db)) ? (await db.getAllFromIndex('entries', 'user', userId)).filter(waits) : null,
  );

async function levelPhotos(userId: string, entries: readonly Pick<Entry, 'id' | 'file'>[]) {
  const photos = new Set(entries.filter(({ file }) => file).map(({ id }) => id));
  const there = new Set((await entryBackup.paths()).filter(([person]) => person === userId).map(([, id]) => id));
  for (const id of photos) {
    const file = there.has(id) ? undefined : await withDb((db) => db.get('files', [userId, id]));
    if (!file) continue;
    const { bytes, ...about } = file;
    await entryBackup.keep([userId, id], about, { bytes });
  }
  await entryBackup.drop(([person, id]) => person === userId && id !== undefined && !photos.has(id));
}

/** The runs in progress, and whether something changed since each began to read. */
const levelling = new Map<string, { news: boolean; done: Promise<void> }>();

async function level(userId: string) {
  for (;;) {
    const own = levelling.get(userId);
    if (own) own.news = false;
    const entries = (await waiting(userId))?.map(backupCopy);
    if (entries && entries.length > 0) await entryBackup.keep([userId], entries);
    else if (entries) await entryBackup.drop(([person, id]) => person === userId && id === undefined);
    if (entries) await levelPhotos(userId, entries);
    // Another tab may have written an older state: compare again, and repeat if it differs.
    const now = (await waiting(userId))?.map(backupCopy);
    if (!levelling.get(userId)?.news && JSON.stringify(now) === JSON.stringify(entries))
      return void levelling.delete(userId);
  }
}

/** Updates the backup of a user from the database. Never rejects: the next change tries again. */
export function syncBackup(userId: string): Promise<void> {
  const running = levelling.get(userId);
  if (running) {
    running.news = true;
    return running.done;
  }
  const own = { news: false, done: Promise.resolve() };
  levelling.set(userId, own);
  own.done = level(userId).catch(() => void levelling.delete(userId));
  return own.done;
}
