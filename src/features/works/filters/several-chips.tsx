import { X } from 'lucide-react';
import { Chip, ChipSelect, type Option } from '@/ui/forms/chip';

/** A filter with several values: each value is a chip that removes it, and a select adds another. */
export function SeveralChips({
  label,
  values,
  options,
  onChange,
}: {
  label: string;
  values: readonly string[];
  options: readonly Option[];
  /** Takes an updater: it receives the current values. */
  onChange: (next: (values: readonly string[]) => readonly string[]) => void;
}) {
  const nameOf = (value: string) => options.find((option) => option.value === value)?.label ?? label;
  return (
    <>
      {values.map((value) => (
        <Chip
          key={value}
          pressed
          aria-label={`${label} ${nameOf(value)}, take away`}
          onClick={() => onChange((current) => current.filter((other) => other !== value))}
        >
          <span className="max-w-48 truncate py-0.5">{nameOf(value)}</span>
          <X aria-hidden="true" />
        </Chip>
      ))}
      <ChipSelect
        label={values.length > 0 ? `Add ${label.toLowerCase()}` : label}
        all={values.length > 0 ? 'No other' : 'All'}
        value=""
        options={values.length === 0 ? options : options.filter(({ value }) => !values.includes(value))}
        onChange={(value) => value !== '' && onChange((current) => [...current, value])}
      />
    </>
  );
}
