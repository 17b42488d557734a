import { CircleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';

/** What every field accepts besides the attributes of its input. The error is shown in place of the hint. */
export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  /** For screen readers only; the design makes the meaning visible in another way. */
  hideLabel?: boolean | undefined;
  fieldClass?: string | undefined;
};

export type FieldWiring = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

/** The error message under a field, with its icon. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <CircleAlert aria-hidden="true" />
      {children}
    </p>
  );
}

type Note = { control: string; hint: ReactNode; error: string | undefined };

/** The hint of a control, or its error; the control names it in `aria-describedby` by this id. */
export const FieldNote = ({ control, hint, error }: Note) =>
  error ? (
    <FieldError id={`${control}-note`}>{error}</FieldError>
  ) : (
    hint && (
      <p className="hint" id={`${control}-note`}>
        {hint}
      </p>
    )
  );

/**
 * Label, control, and hint or error, connected for accessibility. `children` receives the attributes that the control
 * must have. The fields below do this already, so use Field only for a custom control.
 */
export function Field({
  label,
  hint,
  error,
  optional,
  hideLabel,
  fieldClass = '',
  id,
  echo,
  children,
}: FieldProps & {
  id?: string | undefined;
  echo?: ReactNode | undefined;
  children: (wiring: FieldWiring) => ReactNode;
}) {
  const ownId = useId();
  const control = id ?? ownId;
  const note = error ?? hint;
  const described = [note && `${control}-note`, echo && `${control}-echo`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`field ${error ? 'field-bad' : ''} ${fieldClass}`}>
      <label htmlFor={control} className={hideLabel ? 'sr-only' : 'field-label'}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({ id: control, 'aria-invalid': !!error, 'aria-describedby': described })}
      {echo && (
        <p className="hint tabular-nums" id={`${control}-echo`}>
          {echo}
        </p>
      )}
      <FieldNote control={control} hint={hint} error={error} />
    </div>
  );
}

function splitProps<T extends FieldProps>(props: T) {
  const { label, hint, error, optional = false, hideLabel = false, fieldClass = '', ...control } = props;
  return { field: { label, hint, error, optional, hideLabel, fieldClass }, control };
}

type InputProps = FieldProps & ComponentProps<'input'>;

/** A single-line text field. Spread `register('x')` onto it. */
export function TextField(props: InputProps) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field} id={control.id}>
      {(wiring) => <input type="text" {...control} {...wiring} className="input" />}
    </Field>
  );
}

/** A multi-line text field; it grows with its text. */
export function TextAreaField(props: FieldProps & ComponentProps<'textarea'>) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field} id={control.id}>
      {(wiring) => <textarea rows={3} {...control} {...wiring} className="input" />}
    </Field>
  );
}

/** A native select; the options are its children. */
export function SelectField(props: FieldProps & ComponentProps<'select'>) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field} id={control.id}>
      {(wiring) => <select {...control} {...wiring} className="input" />}
    </Field>
  );
}

/** A date, 'YYYY-MM-DD' in and out. */
export function DateField(props: InputProps) {
  return <TextField {...props} type="date" />;
}

/** A time of day, 'HH:MM' in and out. */
export function TimeField(props: InputProps) {
  return <TextField {...props} type="time" />;
}
