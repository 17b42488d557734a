// What waits is kept in a second place (lib/spare.ts), and had back from there when the outbox's database is empty
// because the browser lost it. The entries there are those of the database, or nearly: each change follows it.
import { dropSpare, keepSpare, spareNames, sparesOf, type Spare } from '@/lib/spare';
import type { Db, KeptFile, Mark } from './db';
import type { Entry } from './entry';

const ENTRY = 'entry';
const PHOTO = 'photo';

const waits = (entry: Entry | undefined): entry is Entry => entry !== undefined && entry.state !== 'acknowledged';

/** All that matters of an entry once its database is lost; how often it was tried is not known then. */
const says = ({ action, fields, seen, problem }: Entry) => [action, fields, seen, problem];

/** Follows a change of an entry. Who only takes it for sending, or gives it back, changes nothing of what it says. */
export function followEntry(userId: string, seq: number, before: Entry | undefined, after: Entry | undefined) {
  if (!waits(after)) return void (waits(before) && dropSpare([ENTRY, userId, `${seq}`]));
  const said = waits(before) ? says(before) : [];
  if (says(after).some((one, at) => one !== said[at])) void keepSpare([ENTRY, userId, `${seq}`], after);
}

export const keepSparePhoto = ({ bytes, ...photo }: KeptFile): Promise<void> =>
  keepSpare([PHOTO, photo.userId, photo.id], photo, bytes);
export const dropSparePhoto = (userId: string, id: string): Promise<void> => dropSpare([PHOTO, userId, id]);

/** Under which numbers entries of a person are kept there. */
export const spareEntries = async (userId: string): Promise<string[]> =>
  (await spareNames([ENTRY, userId])).map(([, , seq = '']) => seq);

/** Sets right what a kill came between: `there` was asked for before `entries`, so what is not among these is no more. */
export function levelSpares(userId: string, there: readonly string[], entries: readonly Entry[]) {
  const open = new Map(entries.filter(waits).map((entry) => [`${entry.seq}`, entry]));
  for (const seq of there) if (!open.delete(seq)) void dropSpare([ENTRY, userId, seq]);
  for (const [seq, entry] of open) void keepSpare([ENTRY, userId, seq], entry);
}

export const emptyMark = (userId: string): Mark => ({
  userId,
  lastSentAt: null,
  senderUntil: 0,
  failures: 0,
  failedAt: 0,
  nextTryAt: 0,
  needsSignIn: false,
});

/** It may have left this device before: a later change of the record follows it, as after any unknown end. */
const MAYBE_SENT = 2;

const again = (entry: Entry): Entry => ({
  ...entry,
  state: entry.state === 'sending' ? 'queued' : entry.state,
  leaseUntil: null,
  tried: entry.tried + MAYBE_SENT,
});

// Written by this module from values of these types.
const entryIn = ({ value }: Spare) => value as Entry;
const photoIn = ({ value, bytes }: Spare) => ({ ...(value as Omit<KeptFile, 'bytes'>), bytes });

/**
 * Puts back what waited when the database was lost. Every change of an entry leaves a mark of its person, so one
 * without marks never held any, or has lost them.
 */
export async function putBack(db: Db): Promise<void> {
  if ((await db.count('marks')) > 0) return;
  const [entries, photos] = await Promise.all([sparesOf([ENTRY]), sparesOf([PHOTO])]);
  if (entries.length + photos.length === 0) return;
  const tx = db.transaction(['entries', 'marks', 'files'], 'readwrite', { durability: 'strict' });
  // Another tab may have come first.
  if ((await tx.objectStore('marks').count()) > 0) return tx.done;
  const lost = entries.map(entryIn).map(again);
  await Promise.all([
    ...lost.map((entry) => tx.objectStore('entries').put(entry)),
    ...photos.map((photo) => tx.objectStore('files').put(photoIn(photo))),
    ...[...new Set(lost.map(({ userId }) => userId))].map((userId) => tx.objectStore('marks').put(emptyMark(userId))),
    tx.done,
  ]);
}
