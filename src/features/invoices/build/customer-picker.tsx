import type { Decimal } from '@/domain/core/money';
import type { Customer } from '@/records/customers';
import { FilterSelect } from '@/ui/forms/filter-fields';

export type Unbilled = ReadonlyMap<string, { unbilled: Decimal }>;

/**
 * Customers with unbilled work, highest amount first. Includes archived customers: their work can still be invoiced.
 */
export const withUnbilledWork = (
  customers: readonly Customer[],
  unbilled: Unbilled,
): (Customer & { value: Decimal })[] =>
  customers
    .flatMap((customer) => {
      const value = unbilled.get(customer.id)?.unbilled;
      return value === undefined || value === 0 ? [] : [{ ...customer, value }];
    })
    .sort((a, b) => b.value - a.value);

/** Selects the customer; those with unbilled work come first. */
export function CustomerPicker({
  customers,
  unbilled,
  value,
  onChange,
}: {
  customers: readonly Customer[];
  unbilled: Unbilled;
  value: string;
  onChange: (id: string) => void;
}) {
  const first = withUnbilledWork(customers, unbilled);
  const idsWithWork = new Set(first.map(({ id }) => id));
  const others = customers.filter(({ id, active }) => !idsWithWork.has(id) && (active || id === value));
  return (
    <FilterSelect label="Customer" value={value} onChange={onChange}>
      <option value="">Choose a customer</option>
      {first.length > 0 && (
        <optgroup label="With open work">
          {first.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      {others.length > 0 && (
        <optgroup label="Without open work">
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
    </FilterSelect>
  );
}
