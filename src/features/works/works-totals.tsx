import type { ReactNode } from 'react';
import type { WorksTotals } from '@/data/works';
import { formatMoney, formatQuantity, hoursFromMinutes } from '@/domain/money';
import { formatDuration } from '@/domain/time';
import { formatQuantityWithUnit } from '@/domain/units';
import { TotalBar } from '@/ui/total-bar';
import { quantityLabel } from './job-words';
import type { WorksList } from './use-works-list';

/** The sum of each unit that occurs; hours as h and minutes, and only where they are not the hours from the times. */
export const unitSums = ({ byUnit, minutes }: Pick<WorksTotals, 'byUnit' | 'minutes'>) =>
  byUnit
    .filter(({ unit, quantity }) => unit !== 'fixed' && !(unit === 'hour' && quantity === hoursFromMinutes(minutes)))
    .map(({ unit, quantity }) => ({
      label: unit === 'hour' ? 'Billed hours' : unit === 'gal_1000' ? 'Gallons' : quantityLabel(unit),
      value:
        unit === 'hour'
          ? formatQuantityWithUnit(quantity, unit)
          : unit === 'gal_1000'
            ? formatQuantityWithUnit(quantity, unit).replace(' gal', '')
            : formatQuantity(quantity),
    }));

/** Hours from start to finish, or where no entry has times the hours that were typed; null where there are neither. */
function hoursWords({ byUnit, minutes }: Pick<WorksTotals, 'byUnit' | 'minutes'>): string | null {
  if (minutes > 0) return formatDuration(minutes);
  const typed = byUnit.find(({ unit }) => unit === 'hour');
  return typed ? formatQuantityWithUnit(typed.quantity, 'hour') : null;
}

/** The pinned sums over every row of the filter, loaded or not. */
export function WorksTotalBar({ list, chosen }: { list: WorksList; chosen: ReactNode }) {
  const { totals, account } = list;
  // What is ticked can be worked with before the sums are there.
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
      short={[`${entries} ${totals.entries === 1 ? 'entry' : 'entries'}`, hours].filter(Boolean).join(', ')}
      chosen={chosen || undefined}
      sums={[
        { label: 'Entries', value: entries },
        // The last one is the grand total.
        ...(seesRates ? [...time, ...units, value] : [...units, ...time]),
      ]}
    />
  );
}
