// What a user leaves on this device when signing out. It is not encrypted, so the user is asked what to do with it
// (widgets/sign-out/sign-out-dialog.tsx).
import { saveFile } from '@/lib/files/save-file';
import type { Entry } from '@/offline/outbox/entry';
import { withDb, type Draft, type StoredFile } from '@/offline/outbox/store/db';
import { forgetEverywhere } from '@/offline/outbox/store/memory-copy';
import { dropPassedDrafts, receiveDrafts } from './draft-handover';
import { entryBackup } from './restore-backup';
import { syncBackup } from './sync-backup';
import { publishUnsentCount } from './unsent-count';
import { saveUnsent } from './unsent-file';

export { publishUnsentCount };

/** `entries`: saved but not sent, without photos; `photos`: of these entries and of the drafts. */
export type DeviceData = { entries: Entry[]; drafts: Draft[]; photos: StoredFile[] };

const isSent = ({ state }: Entry) => state === 'acknowledged';
/** The keys of a user's drafts. */
const draftRange = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

export const readDeviceData = (userId: string): Promise<DeviceData> =>
  withDb(async (db) => {
    await receiveDrafts(db);
    const tx = db.transaction(['entries', 'drafts', 'files']);
    const [entries, drafts, files] = await Promise.all([
      tx.objectStore('entries').index('user').getAll(userId),
      tx.objectStore('drafts').getAll(draftRange(userId)),
      tx.objectStore('files').index('user').getAll(userId),
    ]);
    const sent = new Set(entries.filter(isSent).map(({ id }) => id));
    return {
      entries: entries.filter((entry) => !isSent(entry) && !entry.file),
      drafts,
      photos: files.filter(({ id }) => !sent.has(id)),
    };
  });

/** Deletes from this device what the database has by now ('sent'), or everything of this user ('all'). */
export async function deleteDeviceData(userId: string, what: 'sent' | 'all'): Promise<void> {
  if (what === 'all') dropPassedDrafts(userId);
  await withDb(async (db) => {
    const tx = db.transaction(['entries', 'drafts', 'files', 'marks'], 'readwrite', { durability: 'strict' });
    const [entries, files] = await Promise.all([
      tx.objectStore('entries').index('user').getAll(userId),
      tx.objectStore('files').index('user').getAllKeys(userId),
    ]);
    const obsolete = entries.filter((entry) => what === 'all' || isSent(entry));
    const photos =
      what === 'all' ? files : obsolete.filter(({ file }) => file).map(({ id }): [string, string] => [userId, id]);
    await Promise.all([
      ...obsolete.map(({ seq }) => tx.objectStore('entries').delete(seq)),
      ...photos.map((key) => tx.objectStore('files').delete(key)),
      ...(what === 'all'
        ? [tx.objectStore('drafts').delete(draftRange(userId)), tx.objectStore('marks').delete(userId)]
        : []),
      tx.done,
    ]);
  });
  // If this browser is cleared later, no open tab restores the data of a user who signed out.
  forgetEverywhere({ userId, all: true });
  if (what === 'sent') return syncBackup(userId);
  publishUnsentCount(userId, 0);
  await entryBackup.deleteWhere(([person]) => person === userId);
}

/** Saves everything as browser downloads. */
export function downloadDeviceData({ entries, drafts, photos }: DeviceData) {
  if (entries.length > 0) saveUnsent(entries);
  if (drafts.length > 0)
    saveFile(new File([JSON.stringify(drafts, null, 2)], 'drafts.json', { type: 'application/json' }));
  for (const [at, { bytes, mime }] of photos.entries())
    saveFile(new File([bytes], `photo-${at + 1}.${mime === 'image/png' ? 'png' : 'jpg'}`, { type: mime }));
}
