import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldProps } from './field';

/**
 * A number field that holds text (comma or point; the schema parses it), right-aligned, with £ or a unit in the box.
 * `echo` is a line below that shows how the input was understood ('12.5 ac at £32.06 = £400.75').
 */
export function NumberField({
  label,
  hint,
  error,
  optional = false,
  hideLabel = false,
  fieldClass = '',
  before,
  after,
  echo,
  id,
  ...input
}: FieldProps &
  ComponentProps<'input'> & {
    before?: ReactNode | undefined;
    after?: ReactNode | undefined;
    echo?: ReactNode | undefined;
  }) {
  return (
    <Field {...{ label, hint, error, optional, hideLabel, fieldClass, id, echo }}>
      {(wiring) => (
        <div className="affix">
          {before && <span aria-hidden="true">{before}</span>}
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            {...input}
            {...wiring}
            className="input input-figure"
          />
          {after && <span>{after}</span>}
        </div>
      )}
    </Field>
  );
}
