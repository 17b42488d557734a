import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fieldsQuery } from '@/data/fields/fields';
import { formatArea, type AreaUnit } from '@/domain/core/area';
import { useAccount } from '@/session/account';
import { SelectField } from '@/ui/forms/field';

/**
 * A field of the account, from the list on this device; archived ones are not offered, but one that is chosen already is
 * shown. `value` is its id.
 */
export function FieldSelect({
  label,
  value,
  unit = 'acre',
  customer,
  error,
  hint,
  optional,
  onChange,
}: {
  label: string;
  value: string | null;
  unit?: AreaUnit | undefined;
  /** The customer whose fields come first. */
  customer?: string | null | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  optional?: boolean | undefined;
  onChange: (id: string | null) => void;
}) {
  const { ownerId } = useAccount();
  const { data } = useQuery(fieldsQuery(ownerId));
  const offered = useMemo(() => {
    const inUse = (data ?? []).filter(({ id, archivedOn }) => archivedOn === null || id === value);
    const first = (one: { customer: string | null }) => Number(customer !== undefined && one.customer === customer);
    return inUse.toSorted((a, b) => first(b) - first(a));
  }, [data, value, customer]);
  return (
    <SelectField
      label={label}
      error={error}
      hint={hint}
      optional={optional}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">Choose a field</option>
      {offered.map((field) => (
        <option key={field.id} value={field.id}>
          {[field.name, field.customer, formatArea(field.areaHa, unit)].filter(Boolean).join(', ')}
        </option>
      ))}
    </SelectField>
  );
}
