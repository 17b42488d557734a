import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { customersQuery } from '@/data/customers';
import type { InvoiceFilter } from '@/data/invoice-register';
import { useAccount } from '@/session/account';
import { Chip, ChipSelect } from '@/ui/chip';
import { registerPeriods, STATES, withRegister } from './register-address';

/** State, customer, period; all of it is kept in the address. */
export function RegisterFilters({ filter }: { filter: InvoiceFilter }) {
  const account = useAccount();
  const customers = useQuery(customersQuery(account));
  const [, setParams] = useSearchParams();
  const change = (changes: Record<string, string | null>) =>
    setParams((before) => withRegister(before, changes), { replace: true });
  const periods = registerPeriods(filter.today, account.settings.region);
  const span = filter.from === null && filter.to === null ? '' : `${filter.from ?? ''}_${filter.to ?? ''}`;
  const listed = periods.some(({ value }) => value === span);
  return (
    <fieldset className="chips chips-scroll">
      <legend className="sr-only">Filters</legend>
      <ChipSelect
        label="Customer"
        all="All customers"
        value={filter.customerId ?? ''}
        options={(customers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(customer) => change({ customer })}
      />
      <ChipSelect
        label="Period"
        all="All dates"
        value={span}
        options={[...periods, ...(span === '' || listed ? [] : [{ value: span, label: 'Chosen dates' }])]}
        onChange={(value) => {
          const period = periods.find((one) => one.value === value);
          if (value === '' || period) change({ from: period?.from ?? null, to: period?.to ?? null });
        }}
      />
      {STATES.map(({ value, label }) => (
        <Chip
          key={value}
          pressed={filter.state === value}
          onClick={() => change({ state: filter.state === value ? null : value })}
        >
          {label}
        </Chip>
      ))}
    </fieldset>
  );
}
