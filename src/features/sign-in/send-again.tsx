import { useEffect, useState } from 'react';
import { secondsToNextMail } from '@/session/stored-session';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';

type MailResult = { kind: 'sent' } | { kind: 'failed'; message: string };

/** Seconds until another mail to this address may be requested. Call `refresh` after one was requested. */
function useMailPause(email: string): { secondsLeft: number; refresh: () => void } {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsToNextMail(email));
  const waits = secondsLeft > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setSecondsLeft(secondsToNextMail(email)), 1000);
    return () => clearInterval(timer);
  }, [waits, email]);
  return { secondsLeft, refresh: () => setSecondsLeft(secondsToNextMail(email)) };
}

/** Requests the same mail again, at most once a minute, which is the server's limit. */
export function SendAgain({
  email,
  requestMail,
}: {
  email: string;
  requestMail: (email: string) => Promise<MailResult>;
}) {
  const { secondsLeft, refresh } = useMailPause(email);
  const [busy, setBusy] = useState(false);
  const [timesResent, setTimesResent] = useState(0);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const send = async () => {
    setBusy(true);
    const answer = await requestMail(email);
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
