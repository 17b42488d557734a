import { useState, type SubmitEvent } from 'react';
import { Refusal, setNewPassword } from '@/session/own-access';
import { useSession } from '@/session/session-store';
import { signOut } from '@/session/sign-in';
import { toast } from '@/lib/toast';
import { Button, ButtonLink } from '@/ui/button';
import { FieldError } from '@/ui/field';
import { newPasswordIn, NewPasswordFields } from '@/ui/new-password-fields';
import { Page } from '@/ui/page';

function NewPassword({ email }: { email: string | null }) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<{ field: 'next' | 'again' | null; message: string } | null>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const next = newPasswordIn(new FormData(event.currentTarget));
    if (next === null) return setWrong({ field: 'again', message: '' });
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
  return (
    <form className="card sign-card" method="post" onSubmit={(event) => void submit(event)}>
      {email !== null && (
        <p>
          For <strong className="break-words">{email}</strong>. Every other device is signed out when you save.
        </p>
      )}
      {/* Tells a password manager whose password this is. */}
      <input type="email" name="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <NewPasswordFields
        error={wrong?.field === 'next' ? wrong.message : undefined}
        differ={wrong?.field === 'again'}
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
