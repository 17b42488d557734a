// This page's in-memory copy of the store. If the user or the browser clears the store while the page is open, the copy
// is written back. Entries that were sent or deliberately removed, in any tab, are dropped from it.
import type { Entry } from '@/offline/outbox/entry';
import { backupCopy, nameOf, STORE } from '@/offline/outbox/restore/restore-backup';
import type { Db, Draft, KeptFile } from './db';

/** The bytes as a blob, which the browser can keep outside this page's memory. */
type HeldFile = { file: Omit<KeptFile, 'bytes'>; bytes: Blob };
/** One user's records, by name. */
type Held = { entries: Map<string, Entry>; drafts: Map<string, Draft>; files: Map<string, HeldFile> };
/** What was removed, broadcast to the other tabs. `all`: everything of this user. */
type Gone = { userId: string; all?: true; entries?: string[]; draft?: string; files?: string[] };

const people = new Map<string, Held>();
/** The id of the store that this page has read. */
let known: string | null = null;

const heldOf = (userId: string): Held => {
  const held = people.get(userId) ?? { entries: new Map(), drafts: new Map(), files: new Map() };
  people.set(userId, held);
  return held;
};

function letGo({ userId, all, entries = [], draft, files = [] }: Gone) {
  const held = people.get(userId);
  if (!held) return;
  if (all) return void people.delete(userId);
  for (const name of entries) held.entries.delete(name);
  if (draft !== undefined) held.drafts.delete(draft);
  for (const id of files) held.files.delete(id);
}

// outbox.ts shares this channel's name; its messages are strings.
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('farm-diary-outbox');
others?.addEventListener('message', ({ data }: MessageEvent<Gone | string>) => {
  if (typeof data !== 'string') letGo(data);
});

/** Drops records here and in every other tab, including tabs that no longer read the store. */
export function forgetEverywhere(gone: Gone) {
  letGo(gone);
  others?.postMessage(gone);
}

const waits = ({ state }: Entry) => state !== 'acknowledged';

/** Sets what the store holds for a user. `before`: what it held until then, if this page changed it. */
export function rememberEntries(userId: string, entries: readonly Entry[], before: readonly Entry[] = []) {
  const held = heldOf(userId);
  const waiting = entries.filter(waits);
  held.entries = new Map(waiting.map((entry) => [nameOf(entry), entry]));
  const ended = before.filter((entry) => waits(entry) && !held.entries.has(nameOf(entry)));
  if (ended.length === 0) return;
  const files = ended.filter(({ file, id }) => file && !waiting.some((one) => one.id === id)).map(({ id }) => id);
  forgetEverywhere({ userId, entries: ended.map(nameOf), files });
}

export const rememberDraft = (draft: Draft) => void heldOf(draft.userId).drafts.set(draft.form, draft);

export function rememberFile({ bytes, ...file }: KeptFile) {
  heldOf(file.userId).files.set(file.id, { file, bytes: new Blob([bytes]) });
}

/** Users of whom this page holds records. */
export const usersInMemory = (): string[] => [...people.keys()];

const holdsAny = ({ entries, drafts, files }: Held) => entries.size + drafts.size + files.size > 0;

/** If the store is not the one read before, writes back what it lacks. Rejects if it can't be written. */
export async function restoreFromMemory(db: Db): Promise<void> {
  const held = [...people.values()].filter(holdsAny);
  const mark = db.get('marks', STORE);
  // If nothing is held, a failed read of the store's id does no harm.
  const store = (held.length > 0 ? await mark : await mark.catch(() => undefined))?.store ?? '';
  if (known !== null && store !== known) await writeMissing(db, held);
  known = store;
}

async function writeMissing(db: Db, all: readonly Held[]) {
  const files = await Promise.all(
    all.flatMap((held) =>
      [...held.files.values()].map(async ({ file, bytes }) => ({ ...file, bytes: await bytes.arrayBuffer() })),
    ),
  );
  const tx = db.transaction(['entries', 'drafts', 'files'], 'readwrite', { durability: 'strict' });
  tx.done.catch(() => undefined);
  const [entries, drafts, kept] = [tx.objectStore('entries'), tx.objectStore('drafts'), tx.objectStore('files')];
  // Another tab may have restored them first.
  const [here, typed, there] = await Promise.all([entries.getAll(), drafts.getAllKeys(), kept.getAllKeys()]);
  const names = new Set(here.map(nameOf));
  const keys = new Set([...typed, ...there].map((key) => key.join(' ')));
  const missing = all
    .flatMap((held) => [...held.entries.values()])
    .filter((entry) => !names.has(nameOf(entry)))
    .toSorted((one, other) => one.seq - other.seq);
  await Promise.all([
    // Without `seq`: this store assigns a new one.
    ...missing.map((entry) => entries.put(JSON.parse(JSON.stringify(backupCopy(entry))) as Entry)),
    ...all
      .flatMap((held) => [...held.drafts.values()])
      .filter(({ userId, form }) => !keys.has(`${userId} ${form}`))
      .map((draft) => drafts.put(draft)),
    ...files.filter(({ userId, id }) => !keys.has(`${userId} ${id}`)).map((file) => kept.put(file)),
    tx.done,
  ]);
}
