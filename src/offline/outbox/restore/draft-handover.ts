// Drafts of a page that can no longer use the store, because a newer version of the app opened it or because the page is
// being closed: passed through localStorage to the page that is loaded next.
import type { Db, Draft } from '@/offline/outbox/store/db';

const NAME = 'farm-diary-draft';
const storageKeyOf = (userId: string, key: string) => [NAME, userId, key].join(' ');

/** The localStorage keys of handed-over drafts, of one user or of all. */
function storageKeysOf(userId?: string): string[] {
  const prefix = userId === undefined ? `${NAME} ` : `${NAME} ${userId} `;
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    // localStorage is blocked, so it holds nothing.
    return [];
  }
}

/** Writes the current draft; null means that the draft in the store is to be deleted. Throws if the device refuses. */
export function passDraft(userId: string, key: string, draft: Draft | null) {
  localStorage.setItem(storageKeyOf(userId, key), JSON.stringify(draft));
}

/** Takes back a draft that was handed over: the page lived on, and the store has the draft or its saved record. */
export function dropPassedDraft(userId: string, key: string) {
  try {
    localStorage.removeItem(storageKeyOf(userId, key));
  } catch {
    // localStorage is blocked, so it holds nothing.
  }
}

/** Moves handed-over drafts into the store, then deletes them here. Never rejects: the next call tries again. */
export const receiveDrafts = (db: Db): Promise<void> => moveAll(db).catch(() => undefined);

async function moveAll(db: Db) {
  for (const storageKey of storageKeysOf()) {
    const text = localStorage.getItem(storageKey);
    if (text === null) continue;
    const [, userId = '', ...key] = storageKey.split(' ');
    // Written by passDraft.
    const draft = JSON.parse(text) as Draft | null;
    const id: [string, string] = [userId, key.join(' ')];
    const tx = db.transaction('drafts', 'readwrite', { durability: 'strict' });
    const stored = draft && (await tx.store.get(id));
    // A browser killed right after an earlier move brings back what was moved: the store may be newer by now.
    const isOld = stored && stored.at > draft.at;
    await Promise.all([isOld ? null : draft ? tx.store.put(draft) : tx.store.delete(id), tx.done]);
    // The old page may have written a newer draft meanwhile.
    if (localStorage.getItem(storageKey) === text) localStorage.removeItem(storageKey);
  }
}

/** Called when a user has their data removed from this device. */
export function dropPassedDrafts(userId: string) {
  for (const storageKey of storageKeysOf(userId)) localStorage.removeItem(storageKey);
}
