// Converts between instants and local times of the farm, including the hour that occurs twice when the clocks go back.
import {
  addDays,
  instantOf,
  isClockTime,
  isDate,
  isRepeated,
  isSkipped,
  localTimeIn,
  todayIn,
  type Zone,
} from '@/domain/core/time';

/**
 * A time of day on a date. `isSecondOccurrence`: on the night when the clocks go back, the time occurs twice; true means
 * after the change.
 */
export type LocalTime = { date: string; time: string; isSecondOccurrence: boolean };

export function localTimeOf(instant: string, zone: Zone): LocalTime {
  const at = new Date(instant);
  const [date, time] = [todayIn(zone, at), localTimeIn(zone, at)];
  const minute = Math.floor(at.getTime() / 60_000);
  const first = Math.floor(Date.parse(instantOf(date, time, zone)) / 60_000);
  return { date, time, isSecondOccurrence: minute !== first };
}

const isComplete = ({ date, time }: LocalTime) => isDate(date) && isClockTime(time);

/** The finish of a shift: on the day after the start if both have one date and the finish is earlier, as 22:00 to 06:00. */
export function finishAfter(start: LocalTime, finish: LocalTime, zone: Zone): LocalTime {
  const isEarlier = isComplete(start) && isComplete(finish) && finish.date === start.date && finish.time < start.time;
  // In the hour that comes twice, 01:15 can be after 01:30.
  const isLater = finish.isSecondOccurrence && isAmbiguous(finish, zone);
  return isEarlier && !isLater ? { ...finish, date: addDays(finish.date, 1) } : finish;
}

/** Null if it is not a valid date and time. */
export const instantIn = (localTime: LocalTime, zone: Zone): string | null =>
  isComplete(localTime)
    ? instantOf(
        localTime.date,
        localTime.time,
        zone,
        localTime.isSecondOccurrence && isRepeated(localTime.date, localTime.time, zone),
      )
    : null;

export const isAmbiguous = (localTime: LocalTime, zone: Zone): boolean =>
  isComplete(localTime) && isRepeated(localTime.date, localTime.time, zone);

/** "01:30 did not exist that night; using 02:30." */
export function skippedTimeWords(localTime: LocalTime, zone: Zone): string | null {
  const at = instantIn(localTime, zone);
  if (at === null || !isSkipped(localTime.date, localTime.time, zone)) return null;
  return `${localTime.time} did not exist that night; using ${localTimeIn(zone, new Date(at))}.`;
}
