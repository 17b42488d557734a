// Periods of the year such as 15 October to 31 January. The first and last day are included, and a period may cross the
// end of the year.
import { isDate, monthDayWords } from '@/domain/core/time';

const MONTH_DAY = '(?:02-[012]\\d|(?:0[469]|11)-(?:[012]\\d|30)|(?:0[13578]|1[02])-(?:[012]\\d|3[01]))(?<!-00)';
/** '10-15/01-31'. */
export const MONTH_DAY_PERIOD = new RegExp(`^${MONTH_DAY}/${MONTH_DAY}$`);

/** Avoids `split`, which is slower: the dates of thousands of applications are compared with a period. */
const endsOf = (period: string): [from: string, to: string] => [period.slice(0, 5), period.slice(6)];

/** Whether a date is in the period, including its first and last day. */
export function isInPeriod(period: string, date: string): boolean {
  const [from, to] = endsOf(period);
  const day = date.slice(5);
  return from <= to ? day >= from && day <= to : day >= from || day <= to;
}

/** The dates of the period that begins in a year. */
export function datesFrom(period: string, year: number): { from: string; to: string } {
  const [from, to] = endsOf(period);
  const last = `${from <= to ? year : year + 1}-${to}`;
  // A period to 29 February ends on the 28th in most years.
  return { from: `${year}-${from}`, to: isDate(last) ? last : `${last.slice(0, 8)}28` };
}

/** "15 Oct–31 Jan". */
export const periodWords = (period: string): string => endsOf(period).map(monthDayWords).join('–');
