// Drafts of a page that can no longer use the store, because a newer version of the app opened it: passed through
// localStorage to the page that is loaded next.
import type { Db, Draft } from '@/offline/outbox/store/db';

const NAME = 'farm-diary-draft';
const keyOf = (userId: string, form: string) => [NAME, userId, form].join(' ');

/** The localStorage keys of handed-over drafts, of one user or of all. */
function keysOf(userId?: string): string[] {
  const prefix = userId === undefined ? `${NAME} ` : `${NAME} ${userId} `;
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    // localStorage is blocked, so it holds nothing.
    return [];
  }
}

/** Writes the current draft; null means that the draft in the store is to be deleted. Throws if the device refuses. */
export function passDraft(userId: string, form: string, draft: Draft | null) {
  localStorage.setItem(keyOf(userId, form), JSON.stringify(draft));
}

/** Moves handed-over drafts into the store, then deletes them here. Never rejects: the next call tries again. */
export const receiveDrafts = (db: Db): Promise<void> => moveAll(db).catch(() => undefined);

async function moveAll(db: Db) {
  for (const key of keysOf()) {
    const text = localStorage.getItem(key);
    if (text === null) continue;
    const [, userId = '', ...form] = key.split(' ');
    // Written by passDraft.
    const draft = JSON.parse(text) as Draft | null;
    const tx = db.transaction('drafts', 'readwrite', { durability: 'strict' });
    await Promise.all([draft ? tx.store.put(draft) : tx.store.delete([userId, form.join(' ')]), tx.done]);
    // The old page may have written a newer draft meanwhile.
    if (localStorage.getItem(key) === text) localStorage.removeItem(key);
  }
}

/** Called when a user has their data removed from this device. */
export function dropPassedDrafts(userId: string) {
  for (const key of keysOf(userId)) localStorage.removeItem(key);
}
