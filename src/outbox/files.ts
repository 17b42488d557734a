// Photos on this device: kept from the moment they are chosen, queued with the entry that they belong to.
import { withDb, type KeptFile } from './db';
import { spare } from './put-back';

/** A photo that nobody saved is forgotten after so long, as its form is. */
const FORGOTTEN_MS = 30 * 24 * 60 * 60_000;

/** Rejects where the device can't keep it. */
export const keepFile = (file: KeptFile): Promise<void> =>
  withDb(async (db) => {
    const tx = db.transaction('files', 'readwrite', { durability: 'strict' });
    await Promise.all([tx.store.put(file), tx.done]);
  });

/** A photo of an entry that waits; where the browser lost its database, from the second place. */
export async function fileOf(userId: string, id: string): Promise<KeptFile | undefined> {
  const file = await withDb((db) => db.get('files', [userId, id]));
  if (file) return file;
  const kept = await spare.read([userId, id]);
  // Written by spare.ts from a file.
  return kept ? { ...(kept.value as Omit<KeptFile, 'bytes'>), bytes: kept.bytes } : undefined;
}

/** The photos of one record, in the order in which they were chosen. */
export const filesOf = (userId: string, parent: string): Promise<KeptFile[]> =>
  withDb(async (db) => (await db.getAllFromIndex('files', 'parent', [userId, parent])).toSorted((a, b) => a.at - b.at));

export const dropFile = (userId: string, id: string): Promise<void> => withDb((db) => db.delete('files', [userId, id]));

/** Forgets photos whose entry is gone or was never saved. */
export const tidyFiles = (userId: string, now: number): Promise<void> =>
  withDb(async (db) => {
    const tx = db.transaction(['files', 'entries'], 'readwrite');
    const entries = new Set((await tx.objectStore('entries').index('user').getAll(userId)).map(({ id }) => id));
    for (const { id, at } of await tx.objectStore('files').index('user').getAll(userId)) {
      if (!entries.has(id) && at + FORGOTTEN_MS < now) await tx.objectStore('files').delete([userId, id]);
    }
    await tx.done;
  });
