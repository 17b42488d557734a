import { useState } from 'react';
import { answerMailLink, leaveMailLink, spendMailLink } from '@/session/mail-link';
import type { MailLinkType, Session } from '@/session/session-store';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { QuestionPage } from './question-page';

/** Shown if a link would sign in a person who did not request it on this device: names the address and asks. */
function OtherPersonsLink({ email, currentEmail }: { email: string; currentEmail: string | null }) {
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
            What waits stays on this phone, and goes to the office when {currentEmail} signs in here again.
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

const LINK_TEXTS: Record<MailLinkType, { title: string; text: string; verb: string }> = {
  recovery: {
    title: 'Set a new password',
    text: 'The link in our mail works once, and for 30 minutes. Continue to type a new password.',
    verb: 'Continue',
  },
  email_change: {
    title: 'Confirm your new address',
    text: 'The address of your account changes once the links in both mails were followed.',
    verb: 'Yes, change my address',
  },
};

/** The link is spent only by the button: programs that scan mails open links, too. */
function UnspentLink({ type }: { type: MailLinkType }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { title, text, verb } = LINK_TEXTS[type];
  const spend = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(await spendMailLink());
    setBusy(false);
  };
  return (
    <QuestionPage title={title}>
      <div className="card sign-in-card">
        <p>{text}</p>
        <div role="alert" className="empty:hidden">
          {problem !== null && <FieldError>{problem}</FieldError>}
        </div>
        <Button variant="main" size="l" wide busy={busy} busyText="One moment..." onClick={() => void spend()}>
          {verb}
        </Button>
        <Button size="l" wide onClick={leaveMailLink}>
          Not now
        </Button>
      </div>
    </QuestionPage>
  );
}

/** Asks before a link in a mail is spent, and before it signs in somebody who did not request it on this device. */
export const ConfirmLinkPage = ({ link }: { link: Extract<Session, { kind: 'confirmLink' }> }) =>
  link.unspent === null ? (
    <OtherPersonsLink email={link.email} currentEmail={link.currentEmail} />
  ) : (
    <UnspentLink type={link.unspent} />
  );
