// Notices: when they are shown and in which order, who receives them, and who has read and confirmed them.
import type { CsvCell } from '@/domain/core/csv';
import { matchesSearch } from '@/domain/core/search';

export const MAX_PINNED = 3;

export const PRIORITIES = ['normal', 'important', 'urgent'] as const;
type Priority = (typeof PRIORITIES)[number];

/** One person opened or confirmed an edition of a notice. */
export type NoticeRead = {
  /** Null after the person's account was deleted; the name is kept. */
  personId: string | null;
  personName: string;
  edition: number;
  acknowledged: boolean;
  /** ISO instant: the database's clock, or the phone's for an entry still in the queue. */
  at: string;
};

type Days = { startsOn: string | null; expiresOn: string | null };

/** planned: before its first day. expired: after its last day. Both days are inclusive. */
export function noticeState({ startsOn, expiresOn }: Days, today: string): 'planned' | 'active' | 'expired' {
  if (expiresOn !== null && expiresOn < today) return 'expired';
  return startsOn !== null && startsOn > today ? 'planned' : 'active';
}

type SortableNotice = { id: string; pinned: boolean; priority: Priority; startsOn: string | null; createdAt: string };

const descending = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0);

/** Pinned first, then urgent, then by start day, newest first; within a day, the last posted first. */
export const boardOrder = (a: SortableNotice, b: SortableNotice): number =>
  Number(b.pinned) - Number(a.pinned) ||
  Number(b.priority === 'urgent') - Number(a.priority === 'urgent') ||
  descending(dayOf(a), dayOf(b)) ||
  Date.parse(b.createdAt) - Date.parse(a.createdAt) ||
  descending(a.id, b.id);

const dayOf = ({ startsOn, createdAt }: SortableNotice) => startsOn ?? createdAt.slice(0, 10);

type ReadableNotice = { edition: number; requiresAck: boolean; reads: readonly NoticeRead[] };

/** When a person read and confirmed the current edition; null for each if not yet. */
export function readStatus({ edition, reads }: Pick<ReadableNotice, 'edition' | 'reads'>, personId: string) {
  const own = reads.filter((read) => read.personId === personId && read.edition === edition);
  const first = (of: readonly NoticeRead[]) => of.map(({ at }) => at).toSorted(byInstant)[0] ?? null;
  return { readAt: first(own), acknowledgedAt: first(own.filter(({ acknowledged }) => acknowledged)) };
}

const byInstant = (a: string, b: string) => Date.parse(a) - Date.parse(b);

/** Whether a person still has to confirm the notice. */
export const needsConfirmation = (notice: ReadableNotice, personId: string): boolean =>
  notice.requiresAck && readStatus(notice, personId).acknowledgedAt === null;

type Person = { id: string; name: string };
type Addressed = ReadableNotice & { audience: 'all' | 'selected'; recipients: readonly string[] };

export type Receipt = { name: string; readAt: string | null; acknowledgedAt: string | null };

/** For everyone on the farm who receives the notice: when they read and confirmed the current edition. */
export const receiptsOf = (notice: Addressed, crew: readonly Person[]): Receipt[] =>
  crew
    .filter(({ id }) => notice.audience === 'all' || notice.recipients.includes(id))
    .map(({ id, name }) => ({ name, ...readStatus(notice, id) }));

/** "Read by 4 of 5", "Confirmed by 3 of 5". */
export function receiptWords(receipts: readonly Receipt[], requiresAck: boolean): string {
  const completed = receipts.filter(({ readAt, acknowledgedAt }) => (requiresAck ? acknowledgedAt : readAt) !== null);
  return `${requiresAck ? 'Confirmed' : 'Read'} by ${completed.length} of ${receipts.length}`;
}

/** Whether saving this text asks those who confirmed the old one to confirm again. */
export const needsReconfirmation = (
  before: ReadableNotice & { title: string; body: string },
  after: { title: string; body: string; requiresAck: boolean },
): boolean =>
  before.requiresAck &&
  after.requiresAck &&
  (before.title !== after.title || before.body !== after.body) &&
  before.reads.some(({ acknowledged, edition }) => acknowledged && edition === before.edition);

export type BoardView = {
  /** Current notices, expired ones, or both. */
  show: 'active' | 'expired' | 'all';
  search: string;
  /** Only those that this person still has to confirm. */
  toConfirm: boolean;
};

type Listed = SortableNotice & Days & ReadableNotice & { title: string; body: string };

/** The notices of a view in board order. Planned notices are shown only to the account holder. */
export const boardOf = <Notice extends Listed>(
  notices: readonly Notice[],
  { show, search, toConfirm }: BoardView,
  viewer: { userId: string; role: 'admin' | 'employee' },
  today: string,
): Notice[] =>
  notices
    .filter((notice) => {
      const state = noticeState(notice, today);
      if (state === 'planned' && viewer.role !== 'admin') return false;
      if (show !== 'all' && (state === 'expired') !== (show === 'expired')) return false;
      if (toConfirm && !needsConfirmation(notice, viewer.userId)) return false;
      return matchesSearch(search, [notice.title, notice.body]);
    })
    .toSorted(boardOrder);

export const RECEIPT_COLUMNS = ['notice', 'edition', 'person', 'read_at', 'acknowledged_at'] as const;

/** One row per person and edition that they opened or confirmed, plus one per recipient who has not read the latest. */
export function receiptRows(
  notices: readonly (Addressed & { title: string })[],
  crew: readonly Person[],
): (readonly CsvCell[])[] {
  return notices.flatMap((notice) => {
    const people = new Map<string, Person>();
    for (const { personId, personName } of notice.reads) {
      people.set(personId ?? personName, { id: personId ?? personName, name: personName });
    }
    for (const person of crew) {
      if (notice.audience === 'all' || notice.recipients.includes(person.id)) people.set(person.id, person);
    }
    return [...people.values()].flatMap(({ id, name }) => {
      const own = notice.reads.map((read) => ({ ...read, personId: read.personId ?? read.personName }));
      const editions = new Set(own.filter(({ personId }) => personId === id).map(({ edition }) => edition));
      // People who have left are no longer expected to read the latest edition.
      if (crew.some((person) => person.id === id)) editions.add(notice.edition);
      return [...editions]
        .toSorted((a, b) => a - b)
        .map((edition) => {
          const { readAt, acknowledgedAt } = readStatus({ edition, reads: own }, id);
          return [notice.title, edition, name, readAt, acknowledgedAt];
        });
    });
  });
}

export type TextPart = { text: string; href: string | null };

/** Splits plain text into words and links; only http and https addresses become links. */
export function linkParts(body: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of body.matchAll(/https?:\/\/[^\s<>"]+/gi)) {
    // Punctuation that ends a sentence is not part of the address.
    const address = match[0].replace(/[.,;:!?)\]'’”]+$/, '');
    if (!URL.canParse(address)) continue;
    if (match.index > at) parts.push({ text: body.slice(at, match.index), href: null });
    parts.push({ text: address, href: address });
    at = match.index + address.length;
  }
  if (at < body.length) parts.push({ text: body.slice(at), href: null });
  return parts;
}
