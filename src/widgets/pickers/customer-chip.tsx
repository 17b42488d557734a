import { useQuery } from '@tanstack/react-query';
import { customersQuery } from '@/data/customers/customers';
import { useAccount } from '@/session/account';
import { ChipSelect } from '@/ui/forms/chip';

/** Filters a list by one customer; archived ones have invoices too. `value`: an id, or empty for all. */
export function CustomerChip({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { data = [] } = useQuery(customersQuery(useAccount()));
  return (
    <ChipSelect
      label="Customer"
      all="All customers"
      value={value}
      options={data.map(({ id, name, active }) => ({ value: id, label: active ? name : `${name} (archived)` }))}
      onChange={onChange}
    />
  );
}
