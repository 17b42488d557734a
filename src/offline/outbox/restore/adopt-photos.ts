// Recovers photos that are stored on this device but were never queued, such as after a crash: queues those whose
// record was saved. Runs at each start, before old entries are deleted.
import type { Json } from '@/lib/database.types';
import type { Entry } from '@/offline/outbox/entry';
import { tableType } from '@/offline/outbox/record-type';
import { classifyResponse } from '@/offline/outbox/send/response-class';
import type { SenderDeps } from '@/offline/outbox/send/sender';
import { withDb, type StoredFile } from '@/offline/outbox/store/db';
import { queuePhotos } from '@/offline/outbox/store/store';

/** Photos that were never saved are deleted after 30 days. */
const UNSAVED_FOR_MS = 30 * 24 * 60 * 60_000;

const textIn = (row: Json, name: string): string | null => {
  const value = typeof row === 'object' && row !== null && !Array.isArray(row) ? row[name] : undefined;
  return typeof value === 'string' ? value : null;
};

/** Photos of one user without an entry, except those of a form that still has its draft. */
const unqueuedPhotos = (userId: string): Promise<{ unqueued: StoredFile[]; entries: Entry[] }> =>
  withDb(async (db) => {
    const tx = db.transaction(['files', 'entries', 'drafts']);
    const [files, entries, drafts] = await Promise.all([
      tx.objectStore('files').index('user').getAll(userId),
      tx.objectStore('entries').index('user').getAll(userId),
      tx.objectStore('drafts').getAll(IDBKeyRange.bound([userId], [userId, []])),
    ]);
    const entryIds = new Set(entries.map(({ id }) => id));
    const draftIds = new Set(drafts.map(({ id }) => id));
    return { unqueued: files.filter(({ id, parent }) => !entryIds.has(id) && !draftIds.has(parent)), entries };
  });

const tableOf = ({ entry }: StoredFile): Json | undefined => entry.fields['parent_table'];

/** Whether the photo's record was saved on this device and not deleted since; null if there is no entry for it. */
function isSavedHere({ parent }: StoredFile, entries: readonly Entry[]): boolean | null {
  const last = entries
    .filter(({ id }) => id === parent)
    .toSorted((a, b) => a.seq - b.seq)
    .at(-1);
  return last ? last.action !== 'delete' : null;
}

/** Ids of the photos' records that exist in the database; null if the server could not be asked. */
async function existingParents(
  files: readonly StoredFile[],
  { request, token }: Pick<SenderDeps, 'request' | 'token'>,
) {
  const existing = new Set<string>();
  const [first] = files;
  if (!first) return existing;
  const session = await token(first.userId, false);
  if (session.kind !== 'token') return null;
  for (const table of new Set(files.map(tableOf))) {
    const readFrom = typeof table === 'string' ? tableType(table)?.readFrom : undefined;
    if (readFrom === undefined) continue;
    const ids = files.filter((file) => tableOf(file) === table).map(({ parent }) => parent);
    for (const id of new Set(ids)) {
      const result = classifyResponse(
        await request({ method: 'GET', path: `${readFrom}?select=id&id=eq.${id}`, token: session.token }),
      );
      if (result.kind !== 'done') return null;
      for (const row of result.rows) existing.add(textIn(row, 'id') ?? '');
    }
  }
  return existing;
}

/** Queues such photos, and deletes old ones. True if something was queued. */
export async function adoptPhotos(
  userId: string,
  { request, token, now }: Pick<SenderDeps, 'request' | 'token' | 'now'>,
): Promise<boolean> {
  const { unqueued, entries } = await unqueuedPhotos(userId);
  // Whether the change of an existing record was saved can't be told, so its photos are not queued.
  const forNewRecord = unqueued.filter(({ forChange }) => !forChange);
  const parentSaved = forNewRecord.filter((file) => isSavedHere(file, entries) === true);
  const parentUnknown = forNewRecord.filter((file) => isSavedHere(file, entries) === null);
  const existing = await existingParents(parentUnknown, { request, token });
  const adopted = [...parentSaved, ...parentUnknown.filter(({ parent }) => existing?.has(parent))];
  if (adopted.length > 0) await queuePhotos(userId, adopted, new Date(now()).toISOString());
  const queued = new Set(adopted.map(({ id }) => id));
  const old = unqueued.filter(({ id, at }) => !queued.has(id) && at + UNSAVED_FOR_MS < now());
  // If the server could not be asked, keep the photos whose record may have been saved.
  const deletable = old.filter((file) => existing !== null || !parentUnknown.includes(file));
  if (deletable.length > 0) {
    await withDb(async (db) => {
      const tx = db.transaction('files', 'readwrite');
      await Promise.all([...deletable.map(({ id }) => tx.store.delete([userId, id])), tx.done]);
    });
  }
  return adopted.length > 0;
}
