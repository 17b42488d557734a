import type { ComponentProps } from 'react';
import { SelectField } from '@/ui/forms/field';

export type FeedOption = { id: string; name: string };

/** The feed of an ingredient. Spread `register('x')` onto it. */
export function FeedSelect({
  options,
  ...select
}: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> & { options: readonly FeedOption[] }) {
  return (
    <SelectField label="Feed" fieldClass="min-w-0 flex-1" {...select}>
      <option value="">Choose a feed</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
