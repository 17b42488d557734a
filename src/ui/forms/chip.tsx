import { ChevronDown } from 'lucide-react';
import { memo, type ComponentProps } from 'react';
import { usePendingValue } from '@/ui/use-address';

/** A filter that is on or off. */
export function Chip({ pressed, className = '', ...rest }: ComponentProps<'button'> & { pressed: boolean }) {
  return <button type="button" aria-pressed={pressed} {...rest} className={`chip ${className}`} />;
}

export type Option = { value: string; label: string };

const Options = memo(function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
});

/**
 * A filter with several values: a native select styled as a chip. The empty value means "no filter" and shows the
 * label; a chosen value is shown highlighted.
 */
export function ChipSelect({
  label,
  value,
  options,
  onChange,
  all = 'All',
  className = '',
}: {
  label: string;
  value: string;
  /** Pass the same array again to avoid rendering what may be a thousand options. */
  options: readonly Option[];
  onChange: (value: string) => void;
  /** Label of the empty value in the open list; null if a value must always be chosen. */
  all?: string | null | undefined;
  className?: string | undefined;
}) {
  const [shown, setPending] = usePendingValue(value);
  const selected = options.find((option) => option.value === shown);
  return (
    <span className={`chip ${selected && all !== null ? 'chip-on' : ''} ${className}`}>
      <span aria-hidden="true" className="truncate py-0.5">
        {selected?.label ?? label}
      </span>
      <ChevronDown aria-hidden="true" />
      <select
        aria-label={label}
        value={shown}
        onChange={({ target }) => {
          setPending(target.value);
          onChange(target.value);
        }}
      >
        {all !== null && <option value="">{all}</option>}
        <Options options={options} />
      </select>
    </span>
  );
}
