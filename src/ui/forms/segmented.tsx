import { useId } from 'react';
import { FieldError } from './field';

/** Two to four options, one of them selected. Native radio buttons, for arrow keys and screen readers. */
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
  /** `bad`: when selected, it is highlighted as a problem. */
  options: readonly { value: Value; label: string; bad?: boolean }[];
  /** null: nothing is selected yet. */
  value: Value | null;
  error?: string | undefined;
  onChange: (value: Value) => void;
  showLabel?: boolean | undefined;
  /** Larger targets, for use with gloves. */
  big?: boolean | undefined;
  className?: string | undefined;
}) {
  const name = useId();
  return (
    <fieldset className={`field ${error ? 'field-bad' : ''} ${className}`} aria-describedby={error && `${name}-note`}>
      <legend className={showLabel ? 'legend mb-1' : 'sr-only'}>{label}</legend>
      <div className={big ? 'segments segments-big' : 'segments'}>
        {options.map((option) => (
          <label key={option.value} className={option.bad ? 'segment segment-bad' : 'segment'}>
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
