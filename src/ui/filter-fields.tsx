import type { ComponentProps } from 'react';
import { DateField, SelectField } from './field';
import { useHeld } from './use-address';

// Fields whose value is kept in the address: they show at once what is put in, the screen follows.

type Held<Props> = Omit<Props, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void };

/** A date of a filter; '' for none. */
export function FilterDate({ value, onChange, ...rest }: Held<ComponentProps<typeof DateField>>) {
  const [shown, hold] = useHeld(value);
  return (
    <DateField
      {...rest}
      value={shown}
      onChange={({ target }) => {
        hold(target.value);
        onChange(target.value);
      }}
    />
  );
}

/** One of several values, as options. */
export function FilterSelect({ value, onChange, ...rest }: Held<ComponentProps<typeof SelectField>>) {
  const [shown, hold] = useHeld(value);
  return (
    <SelectField
      {...rest}
      value={shown}
      onChange={({ target }) => {
        hold(target.value);
        onChange(target.value);
      }}
    />
  );
}
