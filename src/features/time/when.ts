// Converts a typed local time to an instant in the farm's time zone, including times that occur twice.
import { instantOf, isDate, isRepeated, isSkipped, localTimeIn, todayIn, type Zone } from '@/domain/core/time';

export type When = { date: string; time: string; second: boolean };

export function whenOf(instant: string, zone: Zone): When {
  const at = new Date(instant);
  const [date, time] = [todayIn(zone, at), localTimeIn(zone, at)];
  const minute = Math.floor(at.getTime() / 60_000);
  const first = Math.floor(Date.parse(instantOf(date, time, zone)) / 60_000);
  return { date, time, second: minute !== first };
}

const whole = ({ date, time }: When) => isDate(date) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);

/** Null if it is not a valid date and time. */
export const instantIn = (when: When, zone: Zone): string | null =>
  whole(when) ? instantOf(when.date, when.time, zone, when.second && isRepeated(when.date, when.time, zone)) : null;

export const comesTwice = (when: When, zone: Zone): boolean => whole(when) && isRepeated(when.date, when.time, zone);

/** "01:30 did not exist that night; using 02:30." */
export function movedWords(when: When, zone: Zone): string | null {
  const at = instantIn(when, zone);
  if (at === null || !isSkipped(when.date, when.time, zone)) return null;
  return `${when.time} did not exist that night; using ${localTimeIn(zone, new Date(at))}.`;
}
