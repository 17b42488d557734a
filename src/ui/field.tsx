import { CircleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';

/** What every field takes beside the attributes of its input. The error stands in the hint's place. */
export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  /** Only for those who hear the page; the look says it in another way. */
  hideLabel?: boolean | undefined;
  fieldClass?: string | undefined;
};

export type FieldWiring = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

/** Sentence under a field, with its icon. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className="err" id={id}>
      <CircleAlert aria-hidden="true" />
      {children}
    </p>
  );
}

/**
 * Label, control, hint or error, wired together. `children` gets the attributes that the control must carry;
 * the ready fields below do that, so call this only for a control of your own.
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
      {error ? (
        <FieldError id={`${control}-note`}>{error}</FieldError>
      ) : (
        hint && (
          <p className="hint" id={`${control}-note`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

function split<T extends FieldProps>(props: T) {
  const { label, hint, error, optional = false, hideLabel = false, fieldClass = '', ...control } = props;
  return { field: { label, hint, error, optional, hideLabel, fieldClass }, control };
}

type InputProps = FieldProps & ComponentProps<'input'>;

/** A line of text. `register('x')` spreads onto it. */
export function TextField(props: InputProps) {
  const { field, control } = split(props);
  return (
    <Field {...field} id={control.id}>
      {(wiring) => <input type="text" {...control} {...wiring} className="input" />}
    </Field>
  );
}

/** Several lines; grows with what is typed. */
export function TextAreaField(props: FieldProps & ComponentProps<'textarea'>) {
  const { field, control } = split(props);
  return (
    <Field {...field} id={control.id}>
      {(wiring) => <textarea rows={3} {...control} {...wiring} className="input" />}
    </Field>
  );
}

/** A native select; the options are its children. */
export function SelectField(props: FieldProps & ComponentProps<'select'>) {
  const { field, control } = split(props);
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
