import { useState } from 'react';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { useMailPause } from './use-mail-pause';

type MailResult = { kind: 'sent' } | { kind: 'failed'; message: string };

/** Requests the same mail again, at most once a minute, which is the server's limit. */
export function SendAgain({ email, ask }: { email: string; ask: (email: string) => Promise<MailResult> }) {
  const { secondsLeft, refresh } = useMailPause(email);
  const [busy, setBusy] = useState(false);
  const [timesResent, setTimesResent] = useState(0);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const send = async () => {
    setBusy(true);
    const answer = await ask(email);
    setBusy(false);
    setErrorMessage(answer.kind === 'failed' ? answer.message : null);
    if (answer.kind === 'sent') setTimesResent((times) => times + 1);
    refresh();
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size="l"
        busy={busy}
        busyText="Sending..."
        aria-disabled={secondsLeft > 0}
        aria-describedby="next-mail"
        onClick={() => void send()}
      >
        Send it again
      </Button>
      <p id="next-mail" className="hint tabular-nums">
        {secondsLeft > 0
          ? `You can ask for another mail in ${secondsLeft} s.`
          : 'Nothing there? Look among the junk mail first.'}
      </p>
      <output className="text-2 empty:hidden">
        {timesResent > 0 && `Sent again${timesResent > 1 ? `, ${timesResent} times` : ''}.`}
      </output>
      <div role="alert" className="empty:hidden">
        {errorMessage !== null && <FieldError>{errorMessage}</FieldError>}
      </div>
    </div>
  );
}
