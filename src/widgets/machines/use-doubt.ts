import { decimalIn, toNumeric } from '@/domain/core/money';
import { doubtWords, lastReadingOf, takenNow } from '@/domain/machinery/readings';
import type { Machine } from '@/records/machines';
import { useNow, useToday } from '@/session/today';

/**
 * Said under the reading of a form that saves it all the same; undefined if what is typed is not in doubt. `machine`:
 * undefined if there is nothing to compare with. `date`: the day of the record.
 */
export function useDoubt(machine: Machine | undefined, typed: string, date?: string): string | undefined {
  const now = useNow();
  const today = useToday();
  const reading = decimalIn(typed, { decimals: 1 });
  if (!machine || reading === null) return undefined;
  const last = lastReadingOf(machine);
  const at = date !== undefined && date < today ? `${date}T23:59:00Z` : takenNow(last, now);
  const doubt = doubtWords(machine.meterType, last, { reading: toNumeric(reading), at });
  return doubt === null ? undefined : `${doubt} Saved like this, it is marked as in doubt and does not count.`;
}
