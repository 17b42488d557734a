import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword } from '@/session/own-access';
import { TextField } from '@/ui/field';
import { useHeld } from './held';
import { CurrentPassword, SecurityForm } from './security-form';
import { SecurityRow } from './security-row';
import { textIn, wordsFor } from './security-words';

/** Another password, against the current one; every other device is signed out. */
export function ChangePassword({ email }: { email: string }) {
  const change = useMutation(changePassword);
  const held = useHeld() !== null;
  const [open, setOpen] = useState(false);
  const [differ, setDiffer] = useState(false);
  const close = () => {
    setOpen(false);
    setDiffer(false);
    change.reset();
  };
  const submit = (form: FormData) => {
    const next = textIn(form, 'next');
    const same = next === textIn(form, 'again');
    setDiffer(!same);
    if (same) change.mutate({ email, current: textIn(form, 'current'), next }, { onSuccess: close });
  };
  return (
    <SecurityRow
      title="Password"
      text="Every other device is signed out when you change it."
      verb="Change password"
      held={held}
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
        <TextField
          label="New password"
          type="password"
          name="next"
          autoComplete="new-password"
          required
          error={wordsFor('next', change.error)}
        />
        <TextField
          label="New password again"
          type="password"
          name="again"
          autoComplete="new-password"
          required
          error={differ ? "Passwords don't match." : undefined}
        />
      </SecurityForm>
    </SecurityRow>
  );
}
