// Photos on this device: stored as soon as they are chosen, queued with the entry that they belong to.
import { entryBackup } from '@/offline/outbox/restore/restore-backup';
import { withDb, type StoredFile } from './db';
import { rememberFile, forgetEverywhere } from './memory-copy';

/** Rejects if the device can't store it. */
export const storeFile = (file: StoredFile): Promise<void> =>
  withDb(async (db) => {
    const tx = db.transaction('files', 'readwrite', { durability: 'strict' });
    await Promise.all([tx.store.put(file), tx.done]);
    rememberFile(file);
  });

/** A photo of a waiting entry; read from the backup if the browser lost its database. */
export async function fileOf(userId: string, id: string): Promise<StoredFile | undefined> {
  const file = await withDb((db) => db.get('files', [userId, id]));
  if (file) return file;
  const backup = await entryBackup.read([userId, id]);
  // sync-backup.ts writes the photos of the backup.
  return backup ? { ...(backup.value as Omit<StoredFile, 'bytes'>), bytes: backup.bytes } : undefined;
}

/** The photos of one record, in the order in which they were chosen. */
export const filesOf = (userId: string, parent: string): Promise<StoredFile[]> =>
  withDb(async (db) => {
    const files = await db.getAllFromIndex('files', 'parent', [userId, parent]);
    // The screen shows them, so this page can also restore them (memory-copy.ts).
    files.forEach(rememberFile);
    return files.toSorted((a, b) => a.at - b.at);
  });

export const hasFiles = (userId: string): Promise<boolean> =>
  withDb(async (db) => (await db.countFromIndex('files', 'user', userId)) > 0);

export const dropFile = (userId: string, id: string): Promise<void> => {
  forgetEverywhere({ userId, files: [id] });
  return withDb((db) => db.delete('files', [userId, id]));
};
