import { counted, plural } from '@/domain/core/word-list';
import type { Entry } from '@/offline/outbox/entry';
import type { Waiting } from '@/offline/outbox/outbox';

const twoDigits = (figure: number) => String(figure).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "17:02", or "3 Nov, 17:02" on another day; in the device's own time zone. */
export function clockWords(at: number, now: Date): string {
  const then = new Date(at);
  const time = `${twoDigits(then.getHours())}:${twoDigits(then.getMinutes())}`;
  return then.toDateString() === now.toDateString()
    ? time
    : `${then.getDate()} ${MONTHS[then.getMonth()] ?? ''}, ${time}`;
}

// These words name this phone and the office, and never say "sent": beside an invoice or a job, "Sent 17:02" reads as the
// state of that record.

/** In the tray, when an entry last left this device: "The last entry reached the office 17:02." */
export const lastArrivalWords = (at: number, now: Date): string =>
  `The last entry reached the office ${clockWords(at, now)}.`;

export const entriesWords = (count: number): string => counted(count, 'entry', 'entries');

/** "3 entries wait on this phone, 1 needs attention." */
export function waitingWords({ isLoaded, entries, needsSignIn, broken }: Waiting): string {
  if (!isLoaded) return 'Looking at what waits on this phone.';
  if (broken) return 'This phone cannot keep entries offline.';
  const { length } = entries;
  if (length === 0) return 'Nothing waits on this phone.';
  if (needsSignIn) return `Sign in to send ${entriesWords(length)}.`;
  const stuck = entries.filter(({ state }) => state === 'attention').length;
  return `${entriesWords(length)} ${plural(length, 'waits', 'wait')} on this phone${
    stuck === 0 ? '' : `, ${counted(stuck, 'needs', 'need')} attention`
  }.`;
}

/** The text of the tag in the bar: "2 waiting". */
export const waitingCountWords = (count: number): string => `${count} waiting`;

/** What a queued entry is waiting for. */
export function stateWords({ state, file }: Pick<Entry, 'state' | 'file'>, waitsForParent: boolean): string {
  if (state === 'sending') return 'On its way to the office';
  if (state === 'attention') return 'Needs attention';
  return waitsForParent ? `Waits for its ${file ? 'entry' : 'customer'}` : 'Waiting on this phone';
}

/** Below an entry in a list: what it waits for, or why it was not accepted. */
export const entryWords = (entry: Entry): string =>
  entry.problem ? `Needs attention: ${entry.problem.sentence}` : stateWords(entry, false);
