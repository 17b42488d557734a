// Drafts on this device: what is typed into a form before it is saved.
import { dropPassedDraft, passDraft, receiveDrafts } from '@/offline/outbox/restore/draft-handover';
import { withDb, type Draft } from './db';
import { rememberDraft, forgetEverywhere } from './memory-copy';
import { newerIsOpen } from './newer-version';

/** How often each draft was written or deleted on this page. */
const writes = new Map<string, number>();

/**
 * Writes to the store, or to localStorage if a newer version of the app has opened the store (draft-handover.ts).
 * Rejects if neither works.
 */
async function writeDraft(userId: string, key: string, draft: Draft | null) {
  const name = `${userId} ${key}`;
  const turn = (writes.get(name) ?? 0) + 1;
  writes.set(name, turn);
  try {
    await withDb(async (db) => {
      // The browser closed the store, and this is tried again: what was typed since must not be replaced.
      if (writes.get(name) !== turn) return;
      const tx = db.transaction('drafts', 'readwrite');
      const writing: Promise<unknown> = draft ? tx.store.put(draft) : tx.store.delete([userId, key]);
      // A page that is being closed doesn't live until the auto-commit.
      tx.commit();
      await Promise.all([writing, tx.done]);
    });
  } catch (error) {
    if (!newerIsOpen()) throw error;
    passDraft(userId, key, draft);
  }
}

/** A device that refuses has only the store. */
function handOver(draft: Draft) {
  try {
    passDraft(draft.userId, draft.form, draft);
  } catch {
    // The store is written as well.
  }
}

/**
 * Writes a draft. On a busy device the browser aborts the transaction of a page that is being closed, so the draft is then
 * handed over through localStorage as well. Rejects if it could not be written.
 */
export async function keepDraft(draft: Draft, isClosing: boolean): Promise<void> {
  rememberDraft(draft);
  if (isClosing) handOver(draft);
  await writeDraft(draft.userId, draft.form, draft);
  // The page lived on: its store has the draft.
  if (isClosing && !newerIsOpen()) dropPassedDraft(draft.userId, draft.form);
}

export const dropDraft = (userId: string, key: string): Promise<void> => {
  forgetEverywhere({ userId, draft: key });
  dropPassedDraft(userId, key);
  return writeDraft(userId, key, null);
};

/** All drafts of a person, or those of one form; newest first. */
export const draftsOf = (userId: string, formName?: string): Promise<Draft[]> =>
  withDb(async (db) => {
    await receiveDrafts(db);
    const all = await db.getAll('drafts', IDBKeyRange.bound([userId], [userId, []]));
    const ofForm = all.filter((draft) => formName === undefined || draft.form.split('/')[0] === formName);
    return ofForm.toSorted((a, b) => b.at - a.at);
  });
