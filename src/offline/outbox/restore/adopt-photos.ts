// Photos kept on this device but never queued, because something failed: queues those whose record was saved. Runs at
// each start, before old entries are deleted.
import type { Json } from '@/lib/database.types';
import type { Entry } from '@/offline/outbox/entry';
import { tableType } from '@/offline/outbox/record-type';
import { classifyResponse } from '@/offline/outbox/send/response-class';
import type { SenderDeps } from '@/offline/outbox/send/sender';
import { withDb, type KeptFile } from '@/offline/outbox/store/db';
import { queuePhotos } from '@/offline/outbox/store/store';

/** Photos that were never saved are deleted after 30 days. */
const FORGOTTEN_MS = 30 * 24 * 60 * 60_000;

const textIn = (row: Json, name: string): string | null => {
  const value = typeof row === 'object' && row !== null && !Array.isArray(row) ? row[name] : undefined;
  return typeof value === 'string' ? value : null;
};

/** Photos of one user without an entry, except those of a form that still has its draft. */
const loosePhotos = (userId: string): Promise<{ loose: KeptFile[]; entries: Entry[] }> =>
  withDb(async (db) => {
    const tx = db.transaction(['files', 'entries', 'drafts']);
    const [files, entries, drafts] = await Promise.all([
      tx.objectStore('files').index('user').getAll(userId),
      tx.objectStore('entries').index('user').getAll(userId),
      tx.objectStore('drafts').getAll(IDBKeyRange.bound([userId], [userId, []])),
    ]);
    const known = new Set(entries.map(({ id }) => id));
    const typed = new Set(drafts.map(({ id }) => id));
    return { loose: files.filter(({ id, parent }) => !known.has(id) && !typed.has(parent)), entries };
  });

const tableOf = ({ entry }: KeptFile): Json | undefined => entry.fields['parent_table'];

/** Whether this device has saved the record; null if it has no entry for it. */
function savedHere({ parent }: KeptFile, entries: readonly Entry[]): boolean | null {
  const last = entries
    .filter(({ id }) => id === parent)
    .toSorted((a, b) => a.seq - b.seq)
    .at(-1);
  return last ? last.action !== 'delete' : null;
}

/** Ids of the records that exist in the database; null if the server could not be asked. */
async function thereOf(files: readonly KeptFile[], { request, token }: Pick<SenderDeps, 'request' | 'token'>) {
  const there = new Set<string>();
  const [first] = files;
  if (!first) return there;
  const key = await token(first.userId, false);
  if (key.kind !== 'token') return null;
  for (const table of new Set(files.map(tableOf))) {
    const readFrom = typeof table === 'string' ? tableType(table)?.readFrom : undefined;
    if (readFrom === undefined) continue;
    const ids = files.filter((file) => tableOf(file) === table).map(({ parent }) => parent);
    for (const id of new Set(ids)) {
      const verdict = classifyResponse(
        await request({ method: 'GET', path: `${readFrom}?select=id&id=eq.${id}`, token: key.token }),
      );
      if (verdict.kind !== 'done') return null;
      for (const row of verdict.rows) there.add(textIn(row, 'id') ?? '');
    }
  }
  return there;
}

/** True if something is ready to be sent. */
export async function adoptPhotos(
  userId: string,
  { request, token, now }: Pick<SenderDeps, 'request' | 'token' | 'now'>,
): Promise<boolean> {
  const { loose, entries } = await loosePhotos(userId);
  const unsaved = loose.filter(({ forChange }) => !forChange);
  const saved = unsaved.filter((file) => savedHere(file, entries) === true);
  const unknown = unsaved.filter((file) => savedHere(file, entries) === null);
  const there = await thereOf(unknown, { request, token });
  const found = [...saved, ...unknown.filter(({ parent }) => there?.has(parent))];
  if (found.length > 0) await queuePhotos(userId, found, new Date(now()).toISOString());
  const queued = new Set(found.map(({ id }) => id));
  const old = loose.filter(({ id, at }) => !queued.has(id) && at + FORGOTTEN_MS < now());
  // If the server could not be asked, keep the photos whose record may have been saved.
  const forgotten = old.filter((file) => there !== null || !unknown.includes(file));
  if (forgotten.length > 0) {
    await withDb(async (db) => {
      const tx = db.transaction('files', 'readwrite');
      await Promise.all([...forgotten.map(({ id }) => tx.store.delete([userId, id])), tx.done]);
    });
  }
  return found.length > 0;
}
