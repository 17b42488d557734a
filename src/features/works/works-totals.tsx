import type { ReactNode } from 'react';
import type { WorksTotals } from '@/data/works';
import { formatMoney, formatQuantity, hoursFromMinutes } from '@/domain/money';
import { formatDuration } from '@/domain/time';
import { formatQuantityWithUnit } from '@/domain/units';
import { TotalBar } from '@/ui/total-bar';
import { quantityLabel } from './job-words';
import type { WorksList } from './use-works-list';

const UNITS_SHOWN = 4;

/** Sums by unit that the hours from the times do not say already. */
function unitSums({ byUnit, minutes }: WorksTotals) {
  return byUnit
    .filter(({ unit, quantity }) => unit !== 'fixed' && !(unit === 'hour' && quantity === hoursFromMinutes(minutes)))
    .map(({ unit, quantity }) => ({
      label: unit === 'hour' ? 'Billed hours' : unit === 'gal_1000' ? 'Gallons' : quantityLabel(unit),
      value:
        unit === 'gal_1000' ? formatQuantityWithUnit(quantity, unit).replace(' gal', '') : formatQuantity(quantity),
    }))
    .slice(0, UNITS_SHOWN);
}

/** The pinned sums over every row of the filter, loaded or not. */
export function WorksTotalBar({ list, chosen }: { list: WorksList; chosen: ReactNode }) {
  const { totals, account } = list;
  // What is ticked can be worked with before the sums are there.
  if (!totals && chosen) return <TotalBar sums={[]} chosen={chosen} />;
  if (!totals || totals.entries === 0) return null;
  const { currency, seesRates } = account.settings;
  const entries = totals.entries.toLocaleString('en-GB');
  const hours = formatDuration(totals.minutes);
  const time = { label: 'Hours', value: hours };
  const value = { label: 'Value', value: formatMoney(totals.value, currency) };
  return (
    <TotalBar
      short={`${entries} ${totals.entries === 1 ? 'entry' : 'entries'}, ${hours}`}
      chosen={chosen || undefined}
      sums={[
        { label: 'Entries', value: entries },
        ...(seesRates ? [time] : []),
        ...unitSums(totals),
        // The last one is the grand total.
        seesRates ? value : time,
      ]}
    />
  );
}
