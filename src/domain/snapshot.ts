// What of the job log is kept on a device for reading without signal: the last thirteen months, whatever is not billed
// yet, and never more than five thousand entries.
import type { Account } from './account';
import { addMonths, daysBetween, formatDate, localTimeIn, todayIn, type Zone } from './time';

const MONTHS = 13;
export const MOST_KEPT = 5000;

/** Whose entries a copy holds, and what decides which of them and how much of each that person may see. */
export type CopyWho = Pick<Account, 'ownerId' | 'userId'> & Pick<Account['settings'], 'seesRates' | 'seesAllWorks'>;

/** In whose eyes a copy was made; one made with other rights is worth nothing. */
export const scopeOf = ({ ownerId, userId, seesRates, seesAllWorks }: CopyWho): string =>
  [ownerId, userId, seesRates, seesAllWorks].join(' ');

/** The first day that is kept. */
export const keptSince = (today: string): string => addMonths(today, -MONTHS);

type Kept = { workDate: string; invoiceNumber: string | null };

/**
 * As many of the entries (newest first) as may be kept, and the first day from which all are. Where there are too many,
 * whole days of billed ones go, the oldest first; then unbilled ones too.
 */
export function keepWorks<Work extends Kept>(
  works: readonly Work[],
  since: string,
  most = MOST_KEPT,
): { works: Work[]; border: string } {
  let border = since;
  const isKept = ({ workDate, invoiceNumber }: Work) => workDate >= border || invoiceNumber === null;
  let left = works.filter(isKept);
  while (left.length > most) {
    const oldest = left.findLast(({ invoiceNumber }) => invoiceNumber !== null);
    if (!oldest) return { works: left.slice(0, most), border };
    border = nextDay(left, oldest.workDate);
    left = left.filter(isKept);
  }
  return { works: left, border };
}

/** The first later day of the list: what lies between has no entries. */
const nextDay = (works: readonly Kept[], date: string): string =>
  works.findLast(({ workDate }) => workDate > date)?.workDate ?? '9999-12-31';

/** When a copy was made, in words of the farm's clock: "14:05", on another day "Fri 6 Nov, 14:05". */
export function copyTime(zone: Zone, made: Date, now: Date): string {
  const [day, today] = [todayIn(zone, made), todayIn(zone, now)];
  const time = localTimeIn(zone, made);
  return daysBetween(day, today) === 0 ? time : `${formatDate(day, today)}, ${time}`;
}
