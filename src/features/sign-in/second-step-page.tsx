import { useState, type SubmitEvent } from 'react';
import { Link } from 'react-router-dom';
import { BRAND } from '@/lib/brand';
import { formText } from '@/lib/form-text';
import { passSecondStep } from '@/session/second-step';
import { signOut } from '@/session/sign-out';
import { Button } from '@/ui/button';
import { CodeField } from '@/ui/forms/code-field';
import { QuestionPage } from './question-page';

/** The second factor, after the password was accepted. Nothing of the account is loaded before. */
export function SecondStepPage({ email }: { email: string | null }) {
  const [busy, setBusy] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const code = formText(new FormData(event.currentTarget), 'code');
    setBusy(true);
    setErrorMessage(null);
    try {
      await passSecondStep(code);
    } catch (error) {
      setErrorMessage(error instanceof Error ? error.message : 'Something went wrong');
      setBusy(false);
    }
  };
  return (
    <QuestionPage title="Enter your code">
      <form className="card sign-in-card" method="post" onSubmit={(event) => void submit(event)}>
        <p>
          Open the code app on your phone and type the six figures for {BRAND}
          {email !== null && (
            <>
              , <strong className="break-words">{email}</strong>
            </>
          )}
          .
        </p>
        <CodeField label="Code" error={errorMessage ?? undefined} />
        <Button type="submit" variant="main" size="l" wide busy={busy} busyText="Signing In...">
          Sign In
        </Button>
        <Button size="l" variant="quiet" onClick={() => void signOut()}>
          Sign Out
        </Button>
        <p className="text-2 text-muted">
          No phone to hand? The key that you wrote down sets the app up on another one. Without it, ask us through{' '}
          <Link to="/contact" className="link">
            Contact Support
          </Link>
          : we check that it is you, which takes a day or two.
        </p>
      </form>
    </QuestionPage>
  );
}
