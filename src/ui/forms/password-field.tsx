import { useState, type ComponentProps } from 'react';
import { Field, type FieldProps } from './field';

/** The auth service refuses shorter passwords: `minimum_password_length` in supabase/config.toml. */
export const PASSWORD_RULE = 'At least 8 characters.';

/** A password, hidden until 'Show' is pressed: with gloves or in the sun, typing errors are likely. */
export function PasswordField({
  label,
  hint,
  error,
  ...input
}: Pick<FieldProps, 'label' | 'hint' | 'error'> & Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} id={input.id}>
      {(wiring) => (
        <div className="password">
          <input {...input} {...wiring} type={isShown ? 'text' : 'password'} className="input" />
          <button type="button" className="link" onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="sr-only"> password</span>
          </button>
        </div>
      )}
    </Field>
  );
}
