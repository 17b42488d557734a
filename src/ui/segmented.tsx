import { useId } from 'react';

/** Two to four words, one of them chosen. Native radios, so the arrow keys and screen readers know it. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  showLabel = false,
  big = false,
  className = '',
}: {
  label: string;
  /** `bad`: chosen, it stands out as what is wrong. */
  options: readonly { value: Value; label: string; bad?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
  showLabel?: boolean | undefined;
  /** As high as a glove is wide. */
  big?: boolean | undefined;
  className?: string | undefined;
}) {
  const name = useId();
  return (
    <fieldset className={`field ${className}`}>
      <legend className={showLabel ? 'legend mb-1' : 'sr-only'}>{label}</legend>
      <div className={big ? 'seg seg-big' : 'seg'}>
        {options.map((option) => (
          <label key={option.value} className={option.bad ? 'seg-item seg-bad' : 'seg-item'}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
