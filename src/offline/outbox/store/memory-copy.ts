// This page's in-memory copy of the store. If the user or the browser clears the store while the page is open, the copy
// is written back. Entries that were sent or deliberately removed, in any tab, are dropped from it.
import type { Entry } from '@/offline/outbox/entry';
import { backupCopy, changeKey, STORE_ID } from '@/offline/outbox/restore/restore-backup';
import type { Db, Draft, StoredFile } from './db';

/** The bytes as a blob, which the browser can keep outside this page's memory. */
type FileCopy = { file: Omit<StoredFile, 'bytes'>; bytes: Blob };
/** One user's records: entries by their change key, drafts by their key, photos by id. */
type UserCopy = { entries: Map<string, Entry>; drafts: Map<string, Draft>; files: Map<string, FileCopy> };
/** What was removed, broadcast to the other tabs. `all`: everything of this user. */
type Removal = { userId: string; all?: true; entries?: string[]; draft?: string; files?: string[] };

const copies = new Map<string, UserCopy>();
/** The id of the store that this page has read. */
let knownStoreId: string | null = null;

const copyOf = (userId: string): UserCopy => {
  const copy = copies.get(userId) ?? { entries: new Map(), drafts: new Map(), files: new Map() };
  copies.set(userId, copy);
  return copy;
};

function removeFromCopy({ userId, all, entries = [], draft, files = [] }: Removal) {
  const copy = copies.get(userId);
  if (!copy) return;
  if (all) return void copies.delete(userId);
  for (const key of entries) copy.entries.delete(key);
  if (draft !== undefined) copy.drafts.delete(draft);
  for (const id of files) copy.files.delete(id);
}

// outbox.ts shares this channel's name; its messages are strings.
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('farm-diary-outbox');
channel?.addEventListener('message', ({ data }: MessageEvent<Removal | string>) => {
  if (typeof data !== 'string') removeFromCopy(data);
});

/** Drops records here and in every other tab, including tabs that no longer read the store. */
export function forgetEverywhere(removal: Removal) {
  removeFromCopy(removal);
  channel?.postMessage(removal);
}

const isWaiting = ({ state }: Entry) => state !== 'acknowledged';

/** Sets what the store holds for a user. `before`: what it held until then, if this page changed it. */
export function rememberEntries(userId: string, entries: readonly Entry[], before: readonly Entry[] = []) {
  const copy = copyOf(userId);
  const waiting = entries.filter(isWaiting);
  copy.entries = new Map(waiting.map((entry) => [changeKey(entry), entry]));
  const removed = before.filter((entry) => isWaiting(entry) && !copy.entries.has(changeKey(entry)));
  if (removed.length === 0) return;
  const files = removed.filter(({ file, id }) => file && !waiting.some((one) => one.id === id)).map(({ id }) => id);
  forgetEverywhere({ userId, entries: removed.map(changeKey), files });
}

export const rememberDraft = (draft: Draft) => void copyOf(draft.userId).drafts.set(draft.form, draft);

export function rememberFile({ bytes, ...file }: StoredFile) {
  copyOf(file.userId).files.set(file.id, { file, bytes: new Blob([bytes]) });
}

/** Users of whom this page holds records. */
export const usersInMemory = (): string[] => [...copies.keys()];

const isFilled = ({ entries, drafts, files }: UserCopy) => entries.size + drafts.size + files.size > 0;

/** If the store is not the one read before, writes back what it lacks. Rejects if it can't be written. */
export async function restoreFromMemory(db: Db): Promise<void> {
  const filled = [...copies.values()].filter(isFilled);
  const storeRow = db.get('marks', STORE_ID);
  // If nothing is held, a failed read of the store's id does no harm.
  const store = (filled.length > 0 ? await storeRow : await storeRow.catch(() => undefined))?.store ?? '';
  if (knownStoreId !== null && store !== knownStoreId) await writeMissing(db, filled);
  knownStoreId = store;
}

async function writeMissing(db: Db, userCopies: readonly UserCopy[]) {
  const files = await Promise.all(
    userCopies.flatMap((copy) =>
      [...copy.files.values()].map(async ({ file, bytes }) => ({ ...file, bytes: await bytes.arrayBuffer() })),
    ),
  );
  const tx = db.transaction(['entries', 'drafts', 'files'], 'readwrite', { durability: 'strict' });
  tx.done.catch(() => undefined);
  const [entries, drafts, fileStore] = [tx.objectStore('entries'), tx.objectStore('drafts'), tx.objectStore('files')];
  // Another tab may have restored them first.
  const [storedEntries, storedDrafts, storedFiles] = await Promise.all([
    entries.getAll(),
    drafts.getAllKeys(),
    fileStore.getAllKeys(),
  ]);
  const changeKeys = new Set(storedEntries.map(changeKey));
  const keys = new Set([...storedDrafts, ...storedFiles].map((key) => key.join(' ')));
  const missing = userCopies
    .flatMap((copy) => [...copy.entries.values()])
    .filter((entry) => !changeKeys.has(changeKey(entry)))
    .toSorted((one, other) => one.seq - other.seq);
  await Promise.all([
    // Without `seq`: this store assigns a new one.
    ...missing.map((entry) => entries.put(JSON.parse(JSON.stringify(backupCopy(entry))) as Entry)),
    ...userCopies
      .flatMap((copy) => [...copy.drafts.values()])
      .filter(({ userId, form }) => !keys.has(`${userId} ${form}`))
      .map((draft) => drafts.put(draft)),
    ...files.filter(({ userId, id }) => !keys.has(`${userId} ${id}`)).map((file) => fileStore.put(file)),
    tx.done,
  ]);
}
