import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** A filter that is pressed or not. */
export function Chip({ pressed, className = '', ...rest }: ComponentProps<'button'> & { pressed: boolean }) {
  return <button type="button" aria-pressed={pressed} {...rest} className={`chip ${className}`} />;
}

/**
 * A filter with several values: looks like a chip, is a native select. The empty value means "no filter" and
 * reads as the label; a chosen value is shown and marked.
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
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  /** Word of the empty value in the open list; null where one must always be chosen. */
  all?: string | null | undefined;
  className?: string | undefined;
}) {
  const chosen = options.find((option) => option.value === value);
  return (
    <span className={`chip ${chosen && all !== null ? 'chip-on' : ''} ${className}`}>
      <span aria-hidden="true" className="truncate py-0.5">
        {chosen?.label ?? label}
      </span>
      <ChevronDown aria-hidden="true" />
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {all !== null && <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
