// Notes: what was seen and is no job to charge; how long its words may be mended, and in which order notes stand.

/** What notes are mostly about. A person may type any other title. */
export const NOTE_TITLES = [
  'General',
  'Livestock',
  'Crop observation',
  'Repair needed',
  'Delivery',
  'Rainfall',
  'Accident / near miss',
  'Fuel',
] as const;

export const LONGEST_TITLE = 60;
export const LONGEST_NOTE = 4000;

const MENDED_FOR_MS = 24 * 60 * 60_000;

type Written = {
  /** The database's instant; of a note that only this device has, the device's. */
  createdAt: string;
  createdBy: string | null;
};
type Reader = { userId: string; role: 'admin' | 'employee'; canWrite: boolean };

/** Whether the words may still be changed: by their author or the account holder, for a day. The database holds to the same. */
export const canEditNote = ({ createdAt, createdBy }: Written, by: Reader, now: Date): boolean =>
  by.canWrite &&
  (by.role === 'admin' || createdBy === by.userId) &&
  now.getTime() - Date.parse(createdAt) < MENDED_FOR_MS;

type Placed = { id: string; noteDate: string; createdAt: string };

/** Newest day first, and of a day what was written last. */
export const newestNoteFirst = (a: Placed, b: Placed): number =>
  descending(a.noteDate, b.noteDate) || Date.parse(b.createdAt) - Date.parse(a.createdAt) || descending(a.id, b.id);

const descending = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);
