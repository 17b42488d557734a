import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldNote } from './field';

/** A checkbox with its label; the whole row is the touch target. */
export function CheckField({
  label,
  hint,
  error,
  id,
  ...input
}: ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode | undefined; error?: string | undefined }) {
  const ownId = useId();
  const control = id ?? ownId;
  const note = error ?? hint;
  return (
    <div className="field">
      <label className="check" htmlFor={control}>
        <input
          type="checkbox"
          {...input}
          id={control}
          aria-invalid={!!error}
          aria-describedby={note ? `${control}-note` : undefined}
          className="check-box"
        />
        <span>{label}</span>
      </label>
      <FieldNote control={control} hint={hint} error={error} />
    </div>
  );
}
