import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formText } from '@/lib/form-text';
import { changeEmail } from '@/session/own-access';
import { TextField } from '@/ui/forms/field';
import { CurrentPassword, SecurityForm } from './security-form';
import { SecurityRow } from './security-row';
import { errorFor } from './security-error';
import { useOfflineReason } from './use-offline-reason';

/** Changes the email address. Needs the current password, and takes effect once the links in both mails are opened. */
export function ChangeEmail({ email }: { email: string }) {
  const change = useMutation(changeEmail);
  const disabled = useOfflineReason() !== null;
  const [open, setOpen] = useState(false);
  const waiting = change.data?.next;
  const close = () => setOpen(false);
  const submit = (form: FormData) =>
    change.mutate(
      { email, current: formText(form, 'current'), next: formText(form, 'next').trim() },
      { onSuccess: close },
    );
  return (
    <SecurityRow
      title="Email"
      text={
        waiting === undefined ? (
          email
        ) : (
          <>
            {email}. It becomes <strong>{waiting}</strong> when the links in both mails have been followed: one went to
            the old address, one to the new.
          </>
        )
      }
      verb="Change email"
      disabled={disabled}
      open={open}
      onOpen={() => {
        change.reset();
        setOpen(true);
      }}
    >
      <SecurityForm
        verb="Send the links"
        busyText="Sending..."
        busy={change.isPending}
        error={change.error}
        onSubmit={submit}
        onCancel={close}
      >
        <TextField
          label="New email"
          type="email"
          name="next"
          autoComplete="email"
          required
          error={errorFor('next', change.error)}
        />
        <CurrentPassword email={email} error={change.error} />
      </SecurityForm>
    </SecurityRow>
  );
}
