import { useState, type SubmitEvent } from 'react';
import { formText } from '@/lib/form-text';
import { toast } from '@/lib/toast';
import { Refusal, setNewPassword, signInByPassword } from '@/session/own-access';
import { useSession } from '@/session/session-store';
import { signOut } from '@/session/sign-out';
import { Button, ButtonLink } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { newPasswordIn, NewPasswordFields } from '@/ui/forms/new-password-fields';
import { PasswordField } from '@/ui/forms/password-field';
import { Page } from '@/ui/layout/page';

/**
 * State of a form on this page: submits it and keeps its error. Errors about `field` are shown at that field. The
 * page is unmounted on success.
 */
function useAttempt(field: 'current' | 'next') {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const attempt = async (submit: () => Promise<{ title: string; description: string }>) => {
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    try {
      toast({ tone: 'ok', ...(await submit()) });
    } catch (error) {
      setRefusal(error instanceof Refusal ? error : new Refusal('Something went wrong'));
      setBusy(false);
    }
  };
  const isFieldError = refusal?.field === field;
  return {
    busy,
    attempt,
    fieldError: isFieldError ? refusal.message : undefined,
    formError: isFieldError ? undefined : refusal?.message,
  };
}

/** Tells a password manager which account the password is for. */
const Username = ({ email }: { email: string }) => (
  <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
);

const FormError = ({ children }: { children: string | undefined }) => (
  <div role="alert" className="empty:hidden">
    {children !== undefined && <FieldError>{children}</FieldError>}
  </div>
);

const WRONG_PASSWORD =
  'That is not the password of this account. If you are sure of it, somebody else may have signed up with your address: set a new password, and theirs stops working.';

/**
 * After signing up: entering the password proves that this person chose it, not somebody who signed up earlier with
 * their address.
 */
function ConfirmPassword({ email, onSetNew }: { email: string; onSetNew: () => void }) {
  const { busy, attempt, fieldError, formError } = useAttempt('current');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = formText(new FormData(event.currentTarget), 'current');
    void attempt(() => signInByPassword(email, password));
  };
  return (
    <form className="card sign-in-card" method="post" onSubmit={submit}>
      <p>
        <strong className="break-words">{email}</strong> is your address: the link has shown that. Your password shows
        that nobody else has signed up with it before you.
      </p>
      <Username email={email} />
      <PasswordField
        label="Password"
        name="current"
        autoComplete="current-password"
        required
        error={fieldError === undefined ? undefined : WRONG_PASSWORD}
      />
      <FormError>{formError}</FormError>
      <Button type="submit" variant="main" size="l" wide busy={busy} busyText="Signing In...">
        Continue
      </Button>
      <Button size="l" onClick={onSetNew}>
        Set a new password
      </Button>
      <Button size="l" variant="quiet" onClick={() => void signOut()}>
        Sign Out
      </Button>
    </form>
  );
}

function NewPassword({ email }: { email: string }) {
  const { busy, attempt, fieldError, formError } = useAttempt('next');
  const [passwordsDiffer, setPasswordsDiffer] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = newPasswordIn(new FormData(event.currentTarget));
    setPasswordsDiffer(next === null);
    if (next !== null) void attempt(() => setNewPassword(email, next));
  };
  return (
    <form className="card sign-in-card" method="post" onSubmit={submit}>
      <p>
        For <strong className="break-words">{email}</strong>. Every other device is signed out when you save.
      </p>
      <Username email={email} />
      <NewPasswordFields error={fieldError} passwordsDiffer={passwordsDiffer} />
      <FormError>{formError}</FormError>
      <Button type="submit" variant="main" size="l" wide busy={busy} busyText="Saving...">
        Save the new password
      </Button>
      <Button size="l" variant="quiet" onClick={() => void signOut()}>
        Keep the old one and sign out
      </Button>
    </form>
  );
}

/** After a mail link: sets a new password if the old one was `forgotten`, otherwise asks for the chosen one. */
function PasswordAfterLink({ email, forgotten }: { email: string; forgotten: boolean }) {
  const [settingNew, setSettingNew] = useState(forgotten);
  return (
    <Page title={settingNew ? 'Set a new password' : 'Type your password'} narrow view={settingNew ? 'new' : 'own'}>
      {settingNew ? (
        <NewPassword email={email} />
      ) : (
        <ConfirmPassword email={email} onSetNew={() => setSettingNew(true)} />
      )}
    </Page>
  );
}

/** Opened by the link in a mail. Without it, the page only offers to request one. */
export function UpdatePasswordPage() {
  const session = useSession();
  if (session.kind === 'recovery')
    return <PasswordAfterLink email={session.email ?? ''} forgotten={session.forgotten} />;
  return (
    <Page title="Set a new password" narrow>
      <div className="card sign-in-card">
        <p>This page opens from the link in our mail. The link works once, and for 30 minutes.</p>
        <ButtonLink to="/forgot-password" variant="main" size="l" wide>
          Send me a link
        </ButtonLink>
      </div>
    </Page>
  );
}
