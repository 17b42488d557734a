import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formText } from '@/lib/form-text';
import { changePassword } from '@/session/own-access';
import { newPasswordIn, NewPasswordFields } from '@/ui/forms/new-password-fields';
import { CurrentPassword, SecurityForm } from './security-form';
import { SecurityRow } from './security-row';
import { errorFor } from './security-error';
import { useOfflineReason } from './use-offline-reason';

/** Changes the password. Needs the current one, and signs out every other device. */
export function ChangePassword({ email }: { email: string }) {
  const change = useMutation(changePassword);
  const disabled = useOfflineReason() !== null;
  const [open, setOpen] = useState(false);
  const [passwordsDiffer, setPasswordsDiffer] = useState(false);
  const close = () => {
    setOpen(false);
    setPasswordsDiffer(false);
    change.reset();
  };
  const submit = (form: FormData) => {
    const next = newPasswordIn(form);
    setPasswordsDiffer(next === null);
    if (next !== null) change.mutate({ email, current: formText(form, 'current'), next }, { onSuccess: close });
  };
  return (
    <SecurityRow
      title="Password"
      text="Every other device is signed out when you change it."
      verb="Change password"
      disabled={disabled}
      open={open}
      onOpen={() => setOpen(true)}
    >
      <SecurityForm
        verb="Save the new password"
        busy={change.isPending}
        error={change.error}
        onSubmit={submit}
        onCancel={close}
      >
        <CurrentPassword email={email} error={change.error} />
        <NewPasswordFields error={errorFor('next', change.error)} passwordsDiffer={passwordsDiffer} />
      </SecurityForm>
    </SecurityRow>
  );
}
