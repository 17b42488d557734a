import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { PasswordField } from '@/ui/forms/password-field';
import { errorFor } from './security-error';

/** Shared layout of the forms that change how a person signs in: fields, general error, two buttons. */
export function SecurityForm({
  verb,
  busyText = 'Saving...',
  tone = 'main',
  busy,
  error,
  onSubmit,
  onCancel,
  children,
}: {
  verb: string;
  busyText?: string | undefined;
  tone?: 'main' | 'danger' | undefined;
  busy: boolean;
  error: Error | null;
  onSubmit: (form: FormData) => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const general = errorFor(null, error);
  const form = useRef<HTMLFormElement>(null);
  // The button that opened the form has been unmounted and had the focus, so move the focus into the form.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus(), []);
  return (
    <form
      ref={form}
      className="grid grid-cols-1 gap-4"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit(new FormData(event.currentTarget));
      }}
    >
      {children}
      <div role="alert" className="empty:hidden">
        {general && <FieldError>{general}</FieldError>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={tone} busy={busy} busyText={busyText}>
          {verb}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Asks for the current password, so that somebody who finds the phone unlocked can't change the sign-in. */
export function CurrentPassword({ email, error }: { email: string; error: Error | null }) {
  return (
    <>
      {/* For password managers: the account that the password belongs to. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        name="current"
        autoComplete="current-password"
        required
        error={errorFor('current', error)}
      />
    </>
  );
}
