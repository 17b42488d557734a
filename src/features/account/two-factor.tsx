import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { offersSecondStep } from '@/lib/capabilities';
import { formText } from '@/lib/form-text';
import {
  beginSecondStep,
  confirmSecondStep,
  removeSecondStep,
  secondStepQuery,
  type NewSecondStep,
} from '@/session/second-step';
import { Button } from '@/ui/button';
import { CodeField } from '@/ui/forms/code-field';
import { CurrentPassword, SecurityForm } from './security-form';
import { SecurityRow } from './security-row';
import { wordsFor } from './security-words';
import { useHeld } from './settings-held';

type Props = { userId: string; email: string };

/** Two-factor sign-in: a password and a code from an app. Renders nothing if the project does not offer it. */
export function TwoFactor(props: Props) {
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    let here = true;
    void offersSecondStep().then((yes) => here && setOffered(yes));
    return () => {
      here = false;
    };
  }, []);
  return offered ? <SecondStep {...props} /> : null;
}

function SecondStep({ userId, email }: Props) {
  const { data: step, isError, refetch } = useQuery(secondStepQuery(userId));
  const offline = useHeld() !== null;
  const [open, setOpen] = useState(false);
  const [fresh, setFresh] = useState<NewSecondStep | null>(null);
  const close = () => {
    setOpen(false);
    setFresh(null);
  };
  if (step === undefined && !isError) return null;
  const on = step !== null && step !== undefined;
  return (
    <SecurityRow
      title="Two-factor sign-in"
      text={
        isError
          ? 'Could not be read just now.'
          : on
            ? 'On. A code from the app on your phone is asked for at every sign-in.'
            : 'Off. With it, a code from an app on your phone is asked for after the password.'
      }
      verb={isError ? 'Try again' : on ? 'Turn off' : 'Set up'}
      held={offline}
      open={open}
      onOpen={() => (isError ? void refetch() : setOpen(true))}
    >
      {on ? (
        <Remove id={step.id} email={email} onDone={close} />
      ) : fresh ? (
        <Confirm fresh={fresh} onDone={close} />
      ) : (
        <Begin email={email} onReady={setFresh} onCancel={close} />
      )}
    </SecurityRow>
  );
}

function Begin({
  email,
  onReady,
  onCancel,
}: {
  email: string;
  onReady: (fresh: NewSecondStep) => void;
  onCancel: () => void;
}) {
  const begin = useMutation(beginSecondStep);
  return (
    <SecurityForm
      verb="Go on"
      busyText="One moment..."
      busy={begin.isPending}
      error={begin.error}
      onSubmit={(form) => begin.mutate({ email, current: formText(form, 'current') }, { onSuccess: onReady })}
      onCancel={onCancel}
    >
      <p className="text-2">
        You need a code app on your phone: Google Authenticator, Microsoft Authenticator, 1Password or another one.
      </p>
      <CurrentPassword email={email} error={begin.error} />
    </SecurityForm>
  );
}

function Confirm({ fresh, onDone }: { fresh: NewSecondStep; onDone: () => void }) {
  const confirm = useMutation(confirmSecondStep);
  return (
    <SecurityForm
      verb="Turn on"
      busy={confirm.isPending}
      error={confirm.error}
      onSubmit={(form) => confirm.mutate({ id: fresh.id, code: formText(form, 'code') }, { onSuccess: onDone })}
      onCancel={onDone}
    >
      <ol className="grid list-decimal gap-4 pl-5">
        <li>
          Scan this picture with the app.
          {/* White background in every theme: cameras expect dark on light. */}
          <img
            src={fresh.picture}
            alt="QR code with the key below"
            width={208}
            height={208}
            className="mt-2 rounded-2 bg-[#fff] p-2"
          />
        </li>
        <li>
          Write this key down and keep it with your farm papers. It sets the app up again when the phone is lost; nobody
          can show it to you later.
          <Key text={fresh.key} />
        </li>
        <li>
          <CodeField label="Type the six figures that the app shows" error={wordsFor('next', confirm.error)} />
        </li>
      </ol>
    </SecurityForm>
  );
}

/** Grouped by four characters, for reading aloud. */
function Key({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <span className="mt-2 flex flex-wrap items-center gap-3">
      <code className="font-mono break-all select-all">{text.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <Button onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </span>
  );
}

function Remove({ id, email, onDone }: { id: string; email: string; onDone: () => void }) {
  const remove = useMutation(removeSecondStep);
  return (
    <SecurityForm
      verb="Turn off"
      tone="danger"
      busy={remove.isPending}
      error={remove.error}
      onSubmit={(form) => remove.mutate({ id, email, current: formText(form, 'current') }, { onSuccess: onDone })}
      onCancel={onDone}
    >
      <p className="text-2">After this your password alone signs you in.</p>
      <CurrentPassword email={email} error={remove.error} />
    </SecurityForm>
  );
}
