import { DateField } from './field';
import { useHeld } from './use-address';

/** A date of a filter that is kept in the address; '' for none. */
export function FilterDate({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}) {
  const [shown, hold] = useHeld(value);
  return (
    <DateField
      label={label}
      value={shown}
      error={error}
      onChange={({ target }) => {
        hold(target.value);
        onChange(target.value);
      }}
    />
  );
}
