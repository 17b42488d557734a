// Notes: what was seen and is no job to charge; what may be done with one, which a list shows and in which order.
import type { CsvCell } from './csv';
import { formatQuantity, toNumeric, type Decimal } from './money';
import { found } from './search';

/** What notes are mostly about, where a device does not know the account's own titles. */
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

export const LONGEST_TITLE = 60;
export const LONGEST_NOTE = 4000;
export const LONGEST_VALUE_UNIT = 20;
export const MOST_NOTE_PHOTOS = 6;

const MENDED_FOR_MS = 24 * 60 * 60_000;

type Title = { title: string; accident: boolean };

/** Whether a note under this title is of an accident: under the usual words, or what the account calls it. */
export function isAccident(title: string, titles: readonly Title[]): boolean {
  const name = title.trim().toLowerCase();
  return name === ACCIDENT || titles.some((one) => one.accident && one.title.toLowerCase() === name);
}

type Written = {
  /** The database's instant; of a note that only this device has, the device's. */
  createdAt: string;
  createdBy: string | null;
  accident: boolean;
};
type Reader = { userId: string; role: 'admin' | 'employee'; canWrite: boolean };

const leads = ({ createdBy }: Pick<Written, 'createdBy'>, by: Reader) =>
  by.canWrite && (by.role === 'admin' || createdBy === by.userId);

/**
 * Whether the words may still be changed: by their author or the account holder, for a day; those of an accident not at
 * all. The database holds to the same.
 */
export const canEditNote = (note: Written, by: Reader, now: Date): boolean =>
  leads(note, by) && !note.accident && now.getTime() - Date.parse(note.createdAt) < MENDED_FOR_MS;

/** Whether this person may say that a note was seen to, or take that back. */
export const canCloseNote = (
  note: Pick<Written, 'createdBy' | 'accident'> & { needsAction: boolean; assignedTo: string | null },
  by: Reader,
): boolean =>
  note.needsAction &&
  by.canWrite &&
  (by.role === 'admin' || (!note.accident && (note.createdBy === by.userId || note.assignedTo === by.userId)));

type Placed = { id: string; noteDate: string; createdAt: string };

/** Newest day first, and of a day what was written last. */
export const newestNoteFirst = (a: Placed, b: Placed): number =>
  descending(a.noteDate, b.noteDate) || Date.parse(b.createdAt) - Date.parse(a.createdAt) || descending(a.id, b.id);

const descending = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);

/** Empty texts ask for nothing. */
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

type Listed = {
  title: string;
  body: string;
  customer: string | null;
  createdBy: string | null;
  noteDate: string;
  needsAction: boolean;
  actionDone: boolean;
};

/** Whether a filter shows a note: for what only this device has. The database asks the same of its own. */
export const matchesNote = (note: Listed, filter: NoteFilter): boolean =>
  (filter.title === '' || note.title === filter.title) &&
  (filter.person === '' || note.createdBy === filter.person) &&
  (filter.customer === '' || note.customer === filter.customer) &&
  (filter.action === '' || (note.needsAction && note.actionDone === (filter.action === 'done'))) &&
  (filter.from === '' || note.noteDate >= filter.from) &&
  (filter.to === '' || note.noteDate <= filter.to) &&
  found(filter.search, [note.title, note.body, note.customer]);

/** "12.5 mm"; null where nothing was measured. */
export const valueWords = ({ value, valueUnit }: { value: Decimal | null; valueUnit: string | null }): string | null =>
  value === null ? null : [formatQuantity(value), valueUnit].filter(Boolean).join(' ');

export const NOTE_COLUMNS = [
  'date',
  'time',
  'title',
  'note',
  'customer',
  'value',
  'unit',
  'lat',
  'lng',
  'written_by',
  'written_at',
  'shared',
  'needs_action',
  'assigned_to',
  'done_at',
  'done_by',
  'accident',
] as const;

/** A note as a row of a spreadsheet. */
export const noteCells = (
  note: Listed & {
    noteTime: string | null;
    value: Decimal | null;
    valueUnit: string | null;
    lat: number | null;
    lng: number | null;
    createdByName: string;
    createdAt: string;
    shared: boolean;
    assignedToName: string | null;
    actionDoneAt: string | null;
    actionDoneByName: string | null;
    accident: boolean;
  },
): CsvCell[] => [
  note.noteDate,
  note.noteTime,
  note.title,
  note.body,
  note.customer,
  note.value === null ? null : toNumeric(note.value),
  note.valueUnit,
  note.lat,
  note.lng,
  note.createdByName,
  note.createdAt,
  note.shared,
  note.needsAction,
  note.assignedToName,
  note.actionDoneAt,
  note.actionDoneByName,
  note.accident,
];
