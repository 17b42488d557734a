import type { ComponentProps } from 'react';
import { usePendingValue } from '@/ui/use-address';
import { DateField, SelectField } from './field';

// Filter fields whose value is kept in the URL: they show an input at once, before the screen has updated.

type UrlValueProps<Props> = Omit<Props, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void };

/** A date filter; '' for none. */
export function FilterDate({ value, onChange, ...rest }: UrlValueProps<ComponentProps<typeof DateField>>) {
  const [shown, setPending] = usePendingValue(value);
  return (
    <DateField
      {...rest}
      value={shown}
      onChange={({ target }) => {
        setPending(target.value);
        onChange(target.value);
      }}
    />
  );
}

/** A filter with several values; the options are its children. */
export function FilterSelect({ value, onChange, ...rest }: UrlValueProps<ComponentProps<typeof SelectField>>) {
  const [shown, setPending] = usePendingValue(value);
  return (
    <SelectField
      {...rest}
      value={shown}
      onChange={({ target }) => {
        setPending(target.value);
        onChange(target.value);
      }}
    />
  );
}
