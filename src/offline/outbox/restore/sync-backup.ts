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

/**
 * A sync in progress: whether something changed since it began to read, and the callbacks to call once the entries are
 * written.
 */
type Run = { changed: boolean; done: Promise<void>; entriesWritten: (() => void)[] };
/** By user id. */
const runs = new Map<string, Run>();

function reportWritten(callers: readonly (() => void)[]) {
  for (const call of callers) call();
}

/** Writes the waiting entries, and returns them; null if the backup has not been restored yet. */
async function writeEntries(userId: string) {
  const entries = (await waitingEntries(userId))?.map(backupCopy) ?? null;
  if (entries && entries.length > 0) await entryBackup.put([userId], entries);
  else if (entries) await entryBackup.deleteWhere(([person, id]) => person === userId && id === undefined);
  return entries;
}

/** A function, because TypeScript would narrow `changed` to false, although it changes during an await. */
const hasChanged = ({ changed }: Run) => changed;

async function runUntilEqual(userId: string, run: Run) {
  for (;;) {
    run.changed = false;
    // Only callers that registered before the database is read: the backup then contains what they stored.
    const callers = run.entriesWritten.splice(0);
    const entries = await writeEntries(userId).finally(() => reportWritten(callers));
    if (entries) await syncPhotos(userId, entries);
    // Another tab may have written an older state: compare again, and repeat if it differs.
    const latest = (await waitingEntries(userId))?.map(backupCopy) ?? null;
    if (!hasChanged(run) && JSON.stringify(latest) === JSON.stringify(entries)) return void runs.delete(userId);
  }
}

/**
 * Updates the backup of a user from the database. Never rejects: the next change tries again. `entriesWritten` is called
 * once the current entries are in the backup, before their photos are, or once that has failed.
 */
export function syncBackup(userId: string, entriesWritten?: () => void): Promise<void> {
  const running = runs.get(userId);
  const run = running ?? { changed: false, done: Promise.resolve(), entriesWritten: [] };
  if (entriesWritten) run.entriesWritten.push(entriesWritten);
  if (running) {
    running.changed = true;
    return running.done;
  }
  runs.set(userId, run);
  run.done = runUntilEqual(userId, run).catch(() => {
    runs.delete(userId);
    reportWritten(run.entriesWritten);
  });
  return run.done;
}
