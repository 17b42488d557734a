import { formText } from '@/lib/form-text';
import { PASSWORD_RULE, PasswordField } from './password-field';

/** A new password, entered twice. `error` says what is wrong with it. */
export function NewPasswordFields({ error, passwordsDiffer }: { error: string | undefined; passwordsDiffer: boolean }) {
  return (
    <>
      <PasswordField
        label="New password"
        name="next"
        autoComplete="new-password"
        hint={PASSWORD_RULE}
        required
        error={error}
      />
      <PasswordField
        label="New password again"
        name="again"
        autoComplete="new-password"
        required
        error={passwordsDiffer ? "Passwords don't match." : undefined}
      />
    </>
  );
}

/** The new password in a form with `NewPasswordFields`; null if the two entries differ. */
export function newPasswordIn(form: FormData): string | null {
  const next = formText(form, 'next');
  return next === formText(form, 'again') ? next : null;
}
