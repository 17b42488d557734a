import { answerMailLink } from '@/session/mail-link';
import { Button } from '@/ui/button';
import { QuestionPage } from './question-page';

/** Shown if a link would sign in a person who did not request it on this device: names the address and asks. */
export function ConfirmLinkPage({ email, currentEmail }: { email: string; currentEmail: string | null }) {
  return (
    <QuestionPage title={`Continue as ${email}?`}>
      <div className="card sign-in-card">
        <p>
          {currentEmail === null
            ? 'The link you followed signs in to this address. If somebody else sent it to you, do not continue.'
            : `The link you followed signs in to this address. You are signed in as ${currentEmail}.`}
        </p>
        {currentEmail !== null && (
          <p className="text-2 text-muted">
            What is not sent yet stays on this phone, and is sent when {currentEmail} signs in here again.
          </p>
        )}
        <Button variant="main" size="l" wide onClick={() => answerMailLink(true)}>
          Continue
        </Button>
        <Button size="l" wide onClick={() => answerMailLink(false)}>
          {currentEmail === null ? 'Do not sign in' : `Stay signed in as ${currentEmail}`}
        </Button>
      </div>
    </QuestionPage>
  );
}
