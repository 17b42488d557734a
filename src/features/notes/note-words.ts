import type { Note } from '@/data/notes';
import { formatDate, localTimeIn, todayIn, type Zone } from '@/domain/time';
import type { Entry } from '@/outbox/entry';
import { stateWords } from '@/widgets/send-words';
import type { ShownNote } from './use-notes';

export const SHARED = 'shared with the crew';

/** "Sam Driver, shared with the crew". */
export const authorWords = ({ createdByName, shared }: Note): string =>
  [createdByName, shared && SHARED].filter(Boolean).join(', ');

/** "Written by Sam Driver on Fri 20 Nov at 17:02". */
export function writtenWords({ createdByName, createdAt }: Note, zone: Zone, today: string): string {
  const at = new Date(createdAt);
  const by = createdByName === '' ? '' : ` by ${createdByName}`;
  return `Written${by} on ${formatDate(todayIn(zone, at), today)} at ${localTimeIn(zone, at)}`;
}

/** "Change: waiting to be sent", "Needs attention: …"; null where nothing waits. */
export function waitingNoteWords({ entry }: Pick<ShownNote, 'entry'>): string | null {
  if (!entry) return null;
  if (entry.problem) return `Needs attention: ${entry.problem.sentence}`;
  const words = stateWords(entry, false);
  return entry.action === 'insert' ? words : `${DONE[entry.action]}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}
const DONE = { update: 'Change', delete: 'Deletion' } as const satisfies Partial<Record<Entry['action'], string>>;
