import { useState } from 'react';
import { Button } from '@/ui/button';
import { FieldError } from '@/ui/forms/field';
import { useMailPause } from './use-mail-pause';

type Asked = { kind: 'sent' } | { kind: 'failed'; message: string };

/** Requests the same mail again, at most once a minute, which is the server's limit. */
export function SendAgain({ email, ask }: { email: string; ask: (email: string) => Promise<Asked> }) {
  const { left, look } = useMailPause(email);
  const [busy, setBusy] = useState(false);
  const [again, setAgain] = useState(0);
  const [failed, setFailed] = useState<string | null>(null);
  const send = async () => {
    setBusy(true);
    const answer = await ask(email);
    setBusy(false);
    setFailed(answer.kind === 'failed' ? answer.message : null);
    if (answer.kind === 'sent') setAgain((times) => times + 1);
    look();
  };
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size="l"
        busy={busy}
        busyText="Sending..."
        aria-disabled={left > 0}
        aria-describedby="next-mail"
        onClick={() => void send()}
      >
        Send it again
      </Button>
      <p id="next-mail" className="hint tabular-nums">
        {left > 0 ? `You can ask for another mail in ${left} s.` : 'Nothing there? Look among the junk mail first.'}
      </p>
      <output className="text-2 empty:hidden">
        {again > 0 && `Sent again${again > 1 ? `, ${again} times` : ''}.`}
      </output>
      <div role="alert" className="empty:hidden">
        {failed !== null && <FieldError>{failed}</FieldError>}
      </div>
    </div>
  );
}
