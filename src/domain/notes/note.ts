// Notes: observations that are not charged. Who may change them, how they are filtered and in which order.
import { formatQuantity, type Decimal } from '@/domain/core/money';
import { matchesSearch } from '@/domain/core/search';

/** Default note titles, used while a device has not loaded the account's own. */
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

const ACCIDENT = 'accident / near miss';
const REPAIR = 'repair needed';

export const MAX_NOTE_PHOTOS = 6;

const EDITABLE_FOR_MS = 24 * 60 * 60_000;

type Title = { title: string; accident: boolean };

/** Whether a note with this title is about an accident: the default title, or one that the account marks as such. */
export function isAccident(title: string, titles: readonly Title[]): boolean {
  const name = title.trim().toLowerCase();
  return name === ACCIDENT || titles.some((one) => one.accident && one.title.toLowerCase() === name);
}

/** Whether a note asks for a repair: true for the default title "Repair needed". */
export const isRepair = (title: string): boolean => title.trim().toLowerCase() === REPAIR;

type AuthoredNote = {
  /** The database's instant; for a note that is only on this device, the device's. */
  createdAt: string;
  createdBy: string | null;
  accident: boolean;
};
type Reader = { userId: string; role: 'admin' | 'employee'; canWrite: boolean };

const isAuthorOrHolder = ({ createdBy }: Pick<AuthoredNote, 'createdBy'>, reader: Reader) =>
  reader.canWrite && (reader.role === 'admin' || createdBy === reader.userId);

/**
 * Whether the text can still be edited: by its author or the account holder, for 24 hours; never for an accident. The
 * database applies the same rule.
 */
export const canEditNote = (note: AuthoredNote, reader: Reader, now: Date): boolean =>
  isAuthorOrHolder(note, reader) && !note.accident && now.getTime() - Date.parse(note.createdAt) < EDITABLE_FOR_MS;

/** Whether this person may mark a note as done, or undo that. */
export const canSetNoteDone = (
  note: Pick<AuthoredNote, 'createdBy' | 'accident'> & { needsAction: boolean; assignedTo: string | null },
  reader: Reader,
): boolean =>
  note.needsAction &&
  reader.canWrite &&
  (reader.role === 'admin' ||
    (!note.accident && (note.createdBy === reader.userId || note.assignedTo === reader.userId)));

type SortableNote = { id: string; noteDate: string; createdAt: string };

/** Newest day first; within a day, the last written first. */
export const newestNoteFirst = (a: SortableNote, b: SortableNote): number =>
  descending(a.noteDate, b.noteDate) || Date.parse(b.createdAt) - Date.parse(a.createdAt) || descending(a.id, b.id);

const descending = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);

/** Empty texts do not filter. */
export type NoteFilter = {
  search: string;
  title: string;
  /** The author's id. */
  person: string;
  /** A customer's name. */
  customer: string;
  action: '' | 'open' | 'done';
  /** 'YYYY-MM-DD', both included. */
  from: string;
  to: string;
};

export const NO_FILTER: NoteFilter = { search: '', title: '', person: '', customer: '', action: '', from: '', to: '' };

export const isFiltered = (filter: NoteFilter): boolean => Object.values(filter).some((value) => value !== '');

type FilterableNote = {
  title: string;
  body: string;
  customer: string | null;
  createdBy: string | null;
  noteDate: string;
  needsAction: boolean;
  actionDone: boolean;
};

/** Applies a filter to notes that are only on this device. The database filters its own rows in the same way. */
export const matchesNote = (note: FilterableNote, filter: NoteFilter): boolean =>
  (filter.title === '' || note.title === filter.title) &&
  (filter.person === '' || note.createdBy === filter.person) &&
  (filter.customer === '' || note.customer === filter.customer) &&
  (filter.action === '' || (note.needsAction && note.actionDone === (filter.action === 'done'))) &&
  (filter.from === '' || note.noteDate >= filter.from) &&
  (filter.to === '' || note.noteDate <= filter.to) &&
  matchesSearch(filter.search, [note.title, note.body, note.customer]);

/** "12.5 mm"; null if nothing was measured. */
export const valueWords = ({ value, valueUnit }: { value: Decimal | null; valueUnit: string | null }): string | null =>
  value === null ? null : [formatQuantity(value), valueUnit].filter(Boolean).join(' ');
