// Readings of meters: when one is in doubt, because the meter can hardly have shown it.
import { plural } from '@/domain/core/word-list';
import { formatReading, type MeterType } from './machine';

/** The latest reading that counts; `at` is an ISO instant. */
export type LastReading = { reading: number; at: string };

export const lastReadingOf = (machine: {
  currentReading: number | null;
  currentReadingAt: string | null;
}): LastReading | null =>
  machine.currentReading === null || machine.currentReadingAt === null
    ? null
    : { reading: machine.currentReading, at: machine.currentReadingAt };

/** The time of a reading that is taken now: never before the last one, whose phone's clock may be ahead of this one's. */
export const takenNow = (last: LastReading | null, now: Date): string =>
  last !== null && Date.parse(last.at) > now.getTime() ? last.at : now.toISOString();

const DAY_MS = 86_400_000;
const daysFrom = (last: LastReading, at: string): number =>
  Math.max(1, Math.ceil((Date.parse(at) - Date.parse(last.at)) / DAY_MS));
const addedTo = (last: LastReading, reading: number): number => Math.round((reading - last.reading) * 10) / 10;

/**
 * Why a reading is in doubt: it is lower than the last one, or adds more hours than have passed. The database marks those
 * that come with a job, a service or a checklist (`private.is_doubtful`). Null for a time before the last reading: the
 * readings around it are not known here.
 */
export function readingDoubt(
  meter: MeterType,
  last: LastReading | null,
  { reading, at }: LastReading,
): 'lower' | 'jump' | null {
  if (last === null || Date.parse(at) < Date.parse(last.at)) return null;
  if (reading < last.reading) return 'lower';
  return meter === 'hours' && addedTo(last, reading) > 24 * daysFrom(last, at) ? 'jump' : null;
}

/** "Lower than the last reading, 2,812 h." or "That is 40 h in a day."; null if the reading is not in doubt. */
export function doubtWords(meter: MeterType, last: LastReading | null, read: LastReading): string | null {
  const doubt = readingDoubt(meter, last, read);
  if (last === null || doubt === null) return null;
  if (doubt === 'lower') return `Lower than the last reading, ${formatReading(last.reading, meter)}.`;
  const days = daysFrom(last, read.at);
  return `That is ${formatReading(addedTo(last, read.reading), meter)} in ${plural(days, 'a day', `${days} days`)}.`;
}

type StoredReading = LastReading & { id: string; meterReplaced: boolean; doubted: boolean };

/** The readings just before and just after one, without those in doubt. */
function around(readings: readonly StoredReading[], { id, at }: Pick<StoredReading, 'id' | 'at'>) {
  const time = Date.parse(at);
  const others = readings
    .filter((one) => one.id !== id && !one.doubted)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return {
    before: others.findLast((one) => Date.parse(one.at) <= time),
    after: others.find((one) => Date.parse(one.at) > time),
  };
}

/** Why a stored reading is in doubt, as far as the readings that are known say. */
export function doubtReason(readings: readonly StoredReading[], row: StoredReading, meter: MeterType): string {
  const { before, after } = around(readings, row);
  if (before && row.reading < before.reading) return `lower than the ${formatReading(before.reading, meter)} before it`;
  if (after && !after.meterReplaced && row.reading > after.reading)
    return `higher than the ${formatReading(after.reading, meter)} after it`;
  return 'more hours than have passed';
}

/** Why a reading can't be corrected to this; null if it can. The database decides by the same rules. */
export function correctionProblem(
  readings: readonly StoredReading[],
  row: StoredReading,
  meter: MeterType,
  dated: (at: string) => string,
): string | null {
  const { before, after } = around(readings, row);
  if (!row.meterReplaced && before && row.reading < before.reading)
    return `The reading before it is ${formatReading(before.reading, meter)}, of ${dated(before.at)}. Correct that one first if it is wrong, or tick 'meter replaced'.`;
  if (after && !after.meterReplaced && row.reading > after.reading)
    return `The reading of ${dated(after.at)} is ${formatReading(after.reading, meter)}. An earlier one cannot be higher.`;
  return null;
}
