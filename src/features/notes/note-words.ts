import { formatDate, localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import { valueWords } from '@/domain/notes/note';
import type { Entry } from '@/offline/outbox/entry';
import type { Note } from '@/records/notes';
import { stateWords } from '@/widgets/unsent/send-words';
import type { ShownNote } from './use-notes';

export const SHARED = 'shared with the crew';

/** "Sam Driver, shared with the crew". */
export const authorWords = ({ createdByName, shared }: Note): string =>
  [createdByName, shared && SHARED].filter(Boolean).join(', ');

/** "06:30, Hill Farm, 12.5 mm"; empty if there are no details. */
export const detailWords = (note: Note): string =>
  [note.noteTime, note.customer, valueWords(note)].filter(Boolean).join(', ');

/** "Needs action: Sam Driver", "Done by Sam Driver on Fri 20 Nov"; null if the note needs no action. */
export function actionWords(note: Note, zone: Zone, today: string): string | null {
  if (!note.needsAction) return null;
  if (!note.actionDone) return ['Needs action', note.assignedToName].filter(Boolean).join(': ');
  const by = note.actionDoneByName === null ? '' : ` by ${note.actionDoneByName}`;
  const on = note.actionDoneAt === null ? '' : ` on ${formatDate(todayIn(zone, new Date(note.actionDoneAt)), today)}`;
  return `Done${by}${on}`;
}

/** "Written by Sam Driver on Fri 20 Nov at 17:02". */
export function authorAndTimeText({ createdByName, createdAt }: Note, zone: Zone, today: string): string {
  const at = new Date(createdAt);
  const by = createdByName === '' ? '' : ` by ${createdByName}`;
  return `Written${by} on ${formatDate(todayIn(zone, at), today)} at ${localTimeIn(zone, at)}`;
}

/** A link to the location on a map. */
export const mapAddress = (lat: number, lng: number): string =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;

/** Whether the database certainly does not have the note: its author may still change or delete it. */
export const isUnsent = ({ entry }: Pick<ShownNote, 'entry'>): boolean =>
  entry?.action === 'insert' && (entry.state === 'attention' || (entry.state === 'queued' && entry.tried === 0));

/** "Change: waiting on this phone", "Needs attention: …"; null if nothing is in the outbox. */
export function waitingNoteWords({ entry }: Pick<ShownNote, 'entry'>): string | null {
  if (!entry) return null;
  if (entry.problem) return `Needs attention: ${entry.problem.sentence}`;
  const words = stateWords(entry, false);
  return entry.action === 'insert'
    ? words
    : `${ACTION_NAMES[entry.action]}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
const ACTION_NAMES = { update: 'Change', delete: 'Deletion' } as const satisfies Partial<
  Record<Entry['action'], string>
>;
