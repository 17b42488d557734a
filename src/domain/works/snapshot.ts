// Which job log entries are kept on a device for reading offline: the last 13 months and everything not yet invoiced,
// at most 5,000 entries.
import type { Account } from '@/domain/account/account';
import { addMonths, daysBetween, formatDate, localTimeIn, todayIn, type Zone } from '@/domain/core/time';

const MONTHS = 13;
export const MAX_SNAPSHOT_WORKS = 5000;

/** The user of a snapshot, and the permissions that decide which entries and columns they may see. */
export type SnapshotReader = Pick<Account, 'ownerId' | 'userId'> &
  Pick<Account['settings'], 'seesRates' | 'seesAllWorks'>;

/** Cache scope: a snapshot taken with other permissions is discarded. */
export const scopeOf = ({ ownerId, userId, seesRates, seesAllWorks }: SnapshotReader): string =>
  [ownerId, userId, seesRates, seesAllWorks].join(' ');

/** The first day of a snapshot. */
export const snapshotStart = (today: string): string => addMonths(today, -MONTHS);

type DatedWork = { workDate: string; invoiceNumber: string | null };

/**
 * The entries (sorted newest first) that may be kept, and the first day from which all are. If there are too many,
 * whole days of invoiced entries are dropped, oldest first; then uninvoiced ones too.
 */
export function worksForSnapshot<Work extends DatedWork>(
  works: readonly Work[],
  since: string,
  max = MAX_SNAPSHOT_WORKS,
): { works: Work[]; border: string } {
  let border = since;
  const isKept = ({ workDate, invoiceNumber }: Work) => workDate >= border || invoiceNumber === null;
  let remaining = works.filter(isKept);
  while (remaining.length > max) {
    const oldest = remaining.findLast(({ invoiceNumber }) => invoiceNumber !== null);
    if (!oldest) return { works: remaining.slice(0, max), border };
    border = nextDay(remaining, oldest.workDate);
    remaining = remaining.filter(isKept);
  }
  return { works: remaining, border };
}

/** The next later day in the list; the days between have no entries. */
const nextDay = (works: readonly DatedWork[], date: string): string =>
  works.findLast(({ workDate }) => workDate > date)?.workDate ?? '9999-12-31';

/** When a snapshot was taken, in the farm's zone: "14:05", on another day "Fri 6 Nov, 14:05". */
export function snapshotTime(zone: Zone, takenAt: Date, now: Date): string {
  const [day, today] = [todayIn(zone, takenAt), todayIn(zone, now)];
  const time = localTimeIn(zone, takenAt);
  return daysBetween(day, today) === 0 ? time : `${formatDate(day, today)}, ${time}`;
}
