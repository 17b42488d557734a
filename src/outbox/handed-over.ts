// Drafts of a page whose store a newer version of the app has: they are handed over outside of it, to the page that is
// loaded next.
import type { Db, Draft } from './db';

const NAME = 'farm-diary-draft';
const keyOf = (userId: string, form: string) => [NAME, userId, form].join(' ');

/** Of a person, or of everybody: the names under which drafts are handed over. */
function keysOf(userId?: string): string[] {
  const begin = userId === undefined ? `${NAME} ` : `${NAME} ${userId} `;
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(begin));
  } catch {
    // A browser that gives no access to it holds nothing there.
    return [];
  }
}

/** What is typed now; null where its draft is over, so that the one in the store goes. Throws where the device refuses. */
export function handOver(userId: string, form: string, draft: Draft | null) {
  localStorage.setItem(keyOf(userId, form), JSON.stringify(draft));
}

/** Puts what was handed over into the store, and lets it go once it is there. Never rejects: the next look tries again. */
export const takeOver = (db: Db): Promise<void> => takeAll(db).catch(() => undefined);

async function takeAll(db: Db) {
  for (const key of keysOf()) {
    const text = localStorage.getItem(key);
    if (text === null) continue;
    const [, userId = '', ...form] = key.split(' ');
    // Written by handOver.
    const draft = JSON.parse(text) as Draft | null;
    const tx = db.transaction('drafts', 'readwrite', { durability: 'strict' });
    await Promise.all([draft ? tx.store.put(draft) : tx.store.delete([userId, form.join(' ')]), tx.done]);
    // The page that is not loaded anew yet may have typed on.
    if (localStorage.getItem(key) === text) localStorage.removeItem(key);
  }
}

/** A person has it removed. */
export function dropHanded(userId: string) {
  for (const key of keysOf(userId)) localStorage.removeItem(key);
}
