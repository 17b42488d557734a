import { useId } from 'react';
import { FieldError } from './field';

/** Two to four words, one of them chosen. Native radios, so the arrow keys and screen readers know it. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  error,
  showLabel = false,
  big = false,
  className = '',
}: {
  label: string;
  /** `bad`: chosen, it stands out as what is wrong. */
  options: readonly { value: Value; label: string; bad?: boolean }[];
  /** null: nothing is chosen yet. */
  value: Value | null;
  error?: string | undefined;
  onChange: (value: Value) => void;
  showLabel?: boolean | undefined;
  /** As high as a glove is wide. */
  big?: boolean | undefined;
  className?: string | undefined;
}) {
  const name = useId();
  return (
    <fieldset className={`field ${error ? 'field-bad' : ''} ${className}`} aria-describedby={error && `${name}-note`}>
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
      {error && <FieldError id={`${name}-note`}>{error}</FieldError>}
    </fieldset>
  );
}
