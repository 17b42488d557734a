import { useState, type SubmitEvent } from 'react';
import { Link } from 'react-router-dom';
import { formText } from '@/lib/form-text';
import { requestPasswordMail } from '@/session/own-access';
import { Button } from '@/ui/button';
import { FieldError, TextField } from '@/ui/forms/field';
import { Page } from '@/ui/layout/page';
import { SendAgain } from './send-again';

function BackToSignIn() {
  return (
    <Link
      to="/"
      state={{ signIn: true }}
      className="link inline-flex min-h-tap items-center justify-self-center text-2"
    >
      Back to Sign In
    </Link>
  );
}

/** The same text for every address, so that it does not reveal whether an account exists. */
function MailSent({ email, onOther }: { email: string; onOther: () => void }) {
  return (
    <div className="card sign-in-card">
      <h2 className="text-4">Check your email</h2>
      <p>
        If <strong className="break-words">{email}</strong> has an account, a mail is on its way to it. The link in it
        lets you set a new password. It works once, and for 30 minutes.
      </p>
      <SendAgain email={email} requestMail={requestPasswordMail} />
      <Button size="l" variant="quiet" onClick={onOther}>
        Use another address
      </Button>
      <BackToSignIn />
    </div>
  );
}

function RequestForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const [busy, setBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const address = formText(new FormData(event.currentTarget), 'email').trim();
    setBusy(true);
    const answer = await requestPasswordMail(address);
    setBusy(false);
    setErrorMessage(answer.kind === 'failed' ? answer.message : null);
    if (answer.kind === 'sent') onSent(address);
  };
  return (
    <form className="card sign-in-card" method="post" onSubmit={(event) => void submit(event)}>
      <p>Tell us your address, and we send you a link to set a new password.</p>
      <TextField label="Email" type="email" name="email" autoComplete="email" required defaultValue={email} />
      <div role="alert" className="empty:hidden">
        {errorMessage !== null && <FieldError>{errorMessage}</FieldError>}
      </div>
      <Button type="submit" variant="main" size="l" wide busy={busy} busyText="Sending...">
        Send the link
      </Button>
      <BackToSignIn />
    </form>
  );
}

/** Requests the mail for resetting a forgotten password. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const onMailSent = (address: string) => {
    setEmail(address);
    setSent(true);
  };
  return (
    <Page title="Forgot your password?" narrow view={sent ? 'sent' : ''}>
      {sent ? (
        <MailSent email={email} onOther={() => setSent(false)} />
      ) : (
        <RequestForm email={email} onSent={onMailSent} />
      )}
    </Page>
  );
}
