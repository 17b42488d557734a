import { useQuery } from '@tanstack/react-query';
import { customersQuery } from '@/data/customers/customers';
import type { RecentJob } from '@/data/summaries';
import { matchesSearch } from '@/domain/core/search';
import { useAccount } from '@/session/account';
import { Combobox } from '@/ui/forms/combobox';

/** A customer by name: recent ones first, any other by typing; a new name is allowed. */
export function CustomerSelect({
  label,
  value,
  recent = [],
  error,
  hint,
  inputRef,
  onChange,
}: {
  label: string;
  value: string;
  recent?: readonly RecentJob[] | undefined;
  error?: string | undefined;
  hint?: string | undefined;
  inputRef?: ((input: HTMLInputElement | null) => void) | undefined;
  onChange: (name: string) => void;
}) {
  const account = useAccount();
  const { data: customers = [] } = useQuery(customersQuery(account));
  const recentIds = recent.map((job) => job.customerId);
  const rank = (id: string) => (recentIds.includes(id) ? recentIds.indexOf(id) : recentIds.length);
  const suggestions = customers
    .filter(({ active, name, town }) => active && matchesSearch(value, [name, town]))
    .toSorted((a, b) => rank(a.id) - rank(b.id));
  return (
    <Combobox
      label={label}
      value={value}
      error={error}
      hint={hint}
      inputRef={inputRef}
      suggestions={suggestions.map(({ name, town }) => ({ value: name, detail: town }))}
      onChange={onChange}
    />
  );
}
