import { answerArrival } from '@/session/mail-link';
import { Button } from '@/ui/button';
import { QuestionPage } from './question-page';

/** Shown if a link would sign in a person who did not request it on this device: names the address and asks. */
export function ConfirmLinkPage({ email, instead }: { email: string; instead: string | null }) {
  return (
    <QuestionPage title={`Continue as ${email}?`}>
      <div className="card sign-card">
        <p>
          {instead === null
            ? 'The link you followed signs in to this address. If somebody else sent it to you, do not continue.'
            : `The link you followed signs in to this address. You are signed in as ${instead}.`}
        </p>
        {instead !== null && (
          <p className="text-2 text-muted">
            What is not sent yet stays on this phone, and is sent when {instead} signs in here again.
          </p>
        )}
        <Button variant="main" size="l" wide onClick={() => answerArrival(true)}>
          Continue
        </Button>
        <Button size="l" wide onClick={() => answerArrival(false)}>
          {instead === null ? 'Do not sign in' : `Stay signed in as ${instead}`}
        </Button>
      </div>
    </QuestionPage>
  );
}
