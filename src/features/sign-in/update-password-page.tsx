import { useState, type SubmitEvent } from 'react';
import { Refusal, setNewPassword } from '@/session/own-access';
import { useSession } from '@/session/session-store';
import { signOut } from '@/session/sign-in';
import { toast } from '@/lib/toast';
import { Button, ButtonLink } from '@/ui/button';
import { FieldError, TextField } from '@/ui/field';
import { Page } from '@/ui/page';

function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

function NewPassword({ email }: { email: string | null }) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ field: 'next' | 'again' | null; message: string } | null>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const next = textOf(event.currentTarget, 'next');
    if (next !== textOf(event.currentTarget, 'again'))
      return setWrong({ field: 'again', message: "Passwords don't match." });
    setBusy(true);
    setWrong(null);
    try {
      toast({ tone: 'ok', ...(await setNewPassword(next)) });
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal('Something went wrong');
      setWrong({ field: refusal.field === 'next' ? 'next' : null, message: refusal.message });
      setBusy(false);
    }
  };
  const errorOf = (field: 'next' | 'again') => (wrong?.field === field ? wrong.message : undefined);
  return (
    <form className="card sign-card" method="post" onSubmit={(event) => void submit(event)}>
      {email !== null && (
        <p>
          For <strong className="break-words">{email}</strong>. Every other device is signed out when you save.
        </p>
      )}
      {/* Tells a password manager whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <TextField
        label="New password"
        type="password"
        name="next"
        autoComplete="new-password"
        required
        error={errorOf('next')}
      />
      <TextField
        label="New password again"
        type="password"
        name="again"
        autoComplete="new-password"
        required
        error={errorOf('again')}
      />
      <div role="alert" className="empty:hidden">
        {wrong?.field === null && <FieldError>{wrong.message}</FieldError>}
      </div>
      <Button type="submit" variant="main" size="l" wide busy={busy} busyText="Saving...">
        Save the new password
      </Button>
      <Button size="l" variant="quiet" onClick={() => void signOut()}>
        Keep the old one and sign out
      </Button>
    </form>
  );
}

/** Opens from the link in the mail; without it there is nothing here to do but to ask for one. */
export function UpdatePasswordPage() {
  const session = useSession();
  return (
    <Page title="Set a new password" narrow>
      {session.kind === 'recovery' ? (
        <NewPassword email={session.email} />
      ) : (
        <div className="card sign-card">
          <p>This page opens from the link in our mail. The link works once, and for one hour.</p>
          <ButtonLink to="/forgot-password" variant="main" size="l" wide>
            Send me a link
          </ButtonLink>
        </div>
      )}
    </Page>
  );
}
