import type { ReactNode } from 'react';
import { CUSTOM_DATES } from '@/features/invoices/periods';
import { ChipSelect } from '@/ui/forms/chip';
import { FilterDate } from '@/ui/forms/filter-fields';
import { CustomerChip } from '@/widgets/pickers/customer-chip';
import { periodOf, registerPeriods, STATES } from './register-address';
import type { Register } from './use-register';

/** State, customer and period, stored in the URL. `children` are placed at the end of the row. */
export function RegisterFilters({ register, children }: { register: Register; children: ReactNode }) {
  const { account, params, set, today, view } = register;
  const { filter } = view;
  const periods = registerPeriods(today, account.settings.region);
  const period = periodOf(params, filter, periods);
  const choosePeriod = (value: string) => {
    const chosen = periods.find((one) => one.value === value);
    if (value === CUSTOM_DATES) set({ dates: CUSTOM_DATES });
    else set({ from: chosen?.from ?? null, to: chosen?.to ?? null, dates: null });
  };
  return (
    <fieldset className="chips chips-scroll">
      <legend className="sr-only">Filters</legend>
      <ChipSelect
        label="State"
        all="All states"
        value={filter.state ?? ''}
        options={STATES}
        onChange={(state) => set({ state, show: null })}
      />
      <CustomerChip value={filter.customerId ?? ''} onChange={(customer) => set({ customer })} />
      <ChipSelect
        label="Period"
        all="All dates"
        value={period}
        options={[...periods, { value: CUSTOM_DATES, label: 'Choose dates' }]}
        onChange={choosePeriod}
      />
      {children}
    </fieldset>
  );
}

/** Two date fields, shown if "Choose dates" is selected. */
export function RegisterDates({ register: { account, params, set, today, view } }: { register: Register }) {
  const { filter } = view;
  if (periodOf(params, filter, registerPeriods(today, account.settings.region)) !== CUSTOM_DATES) return null;
  return (
    <div className="grid max-w-form grid-cols-2 gap-3">
      <FilterDate label="From" value={filter.from ?? ''} onChange={(from) => set({ dates: CUSTOM_DATES, from })} />
      <FilterDate label="To" value={filter.to ?? ''} onChange={(to) => set({ dates: CUSTOM_DATES, to })} />
    </div>
  );
}
