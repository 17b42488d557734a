import { Minus, Plus } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError } from './field';
import { useHold } from './use-hold';

type StepperProps = {
  /** Name of the quantity: 'Acres'. Shown above, or only for screen readers with `hideLabel`. */
  label: string;
  hideLabel?: boolean | undefined;
  /** The current text; the caller owns it and its numeric value. */
  value: string;
  /** Called for one step down or up, repeatedly while the button is held. */
  onStep: (delta: 1 | -1) => void;
  /** If given, the value can be typed; otherwise it is read-only. */
  onChange?: ((text: string) => void) | undefined;
  unit?: ReactNode | undefined;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  /** 'xl' is for the main quantity of a screen. */
  size?: 'm' | 'xl' | undefined;
  /** 'none' suppresses the phone's keyboard where our own number pad is shown. */
  inputMode?: 'decimal' | 'numeric' | 'none' | undefined;
  lessDisabled?: boolean | undefined;
  moreDisabled?: boolean | undefined;
  inputProps?: ComponentProps<'input'> | undefined;
};

/** Minus, value, plus. 56 px buttons that repeat while held. */
export function Stepper({
  label,
  hideLabel = false,
  value,
  onStep,
  onChange,
  unit,
  hint,
  error,
  size = 'm',
  inputMode = 'decimal',
  lessDisabled = false,
  moreDisabled = false,
  inputProps,
}: StepperProps) {
  const id = useId();
  const less = useHold(() => onStep(-1));
  const more = useHold(() => onStep(1));
  const note = error ?? hint;
  const unitId = unit ? `${id}-unit` : undefined;
  const described = [unitId, note ? `${id}-note` : undefined].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`field ${error ? 'field-bad' : ''}`}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
      </label>
      <div className={`stepper ${size === 'xl' ? 'stepper-xl' : ''}`}>
        <button type="button" aria-label={`Less: ${label}`} disabled={lessDisabled} {...less}>
          <Minus aria-hidden="true" />
        </button>
        <div>
          {onChange ? (
            <input
              type="text"
              autoComplete="off"
              {...inputProps}
              id={id}
              className="stepper-value"
              inputMode={inputMode}
              value={value}
              aria-invalid={!!error}
              aria-describedby={described}
              onChange={(event) => onChange(event.target.value)}
            />
          ) : (
            <output id={id} className="stepper-value" aria-describedby={described}>
              {value}
            </output>
          )}
          {unit && (
            <div className="stepper-unit" id={unitId}>
              {unit}
            </div>
          )}
        </div>
        <button type="button" aria-label={`More: ${label}`} disabled={moreDisabled} {...more}>
          <Plus aria-hidden="true" />
        </button>
      </div>
      {error ? (
        <FieldError id={`${id}-note`}>{error}</FieldError>
      ) : (
        hint && (
          <p className="hint" id={`${id}-note`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
