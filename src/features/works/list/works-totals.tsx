import type { ReactNode } from 'react';
import type { WorksTotals } from '@/data/works/works';
import { formatMoney, formatQuantity, ONE, type Decimal } from '@/domain/core/money';
import { formatDuration } from '@/domain/core/time';
import { formatQuantityWithUnit } from '@/domain/core/units';
import { plural } from '@/domain/core/word-list';
import { quantityLabel } from '@/domain/works/job-words';
import { TotalBar } from '@/ui/lists/total-bar';
import type { WorksList } from './use-works-list';

/** The sum of the hours of many entries in minutes. Each is rounded to four decimals, so the sum is seldom a whole minute. */
const minutesOfSum = (hours: Decimal): number => Math.round((hours * 60) / ONE);

/** The sum per unit. Billed hours are in h and minutes, and left out if they equal the hours worked. */
export const unitSums = ({ byUnit, minutes }: Pick<WorksTotals, 'byUnit' | 'minutes'>) =>
  byUnit
    .filter(({ unit, quantity }) => unit !== 'fixed' && !(unit === 'hour' && minutesOfSum(quantity) === minutes))
    .map(({ unit, quantity }) => ({
      label: unit === 'hour' ? 'Billed hours' : unit === 'gal_1000' ? 'Gallons' : quantityLabel(unit),
      value:
        unit === 'hour'
          ? formatDuration(minutesOfSum(quantity))
          : unit === 'gal_1000'
            ? formatQuantityWithUnit(quantity, unit).replace(' gal', '')
            : formatQuantity(quantity),
    }));

/** Hours worked or, if no entry has times, the hours typed as quantity; null if there are neither. */
function hoursWords({ byUnit, minutes }: Pick<WorksTotals, 'byUnit' | 'minutes'>): string | null {
  if (minutes > 0) return formatDuration(minutes);
  const typed = byUnit.find(({ unit }) => unit === 'hour');
  return typed ? formatDuration(minutesOfSum(typed.quantity)) : null;
}

/** The sums over all rows of the filter, loaded or not, pinned to the bottom. */
export function WorksTotalBar({ list, chosen }: { list: WorksList; chosen: ReactNode }) {
  const { totals, account } = list;
  // Ticked rows can be used before the sums are loaded.
  if (!totals && chosen) return <TotalBar sums={[]} chosen={chosen} />;
  if (!totals || totals.entries === 0) return null;
  const { currency, seesRates } = account.settings;
  const entries = totals.entries.toLocaleString('en-GB');
  const hours = hoursWords(totals);
  const time = totals.minutes > 0 ? [{ label: 'Hours', value: formatDuration(totals.minutes) }] : [];
  const units = unitSums(totals);
  const value = { label: 'Value', value: formatMoney(totals.value, currency) };
  return (
    <TotalBar
      short={[`${entries} ${plural(totals.entries, 'entry', 'entries')}`, hours].filter(Boolean).join(', ')}
      chosen={chosen || undefined}
      sums={[
        { label: 'Entries', value: entries },
        // The last one is shown as the grand total.
        ...(seesRates ? [...time, ...units, value] : [...units, ...time]),
      ]}
    />
  );
}
