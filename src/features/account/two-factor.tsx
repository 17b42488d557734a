import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { offersSecondStep } from '@/lib/device/capabilities';
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
import { errorFor } from './security-error';
import { useOfflineReason } from './use-offline-reason';

type Props = { userId: string; email: string };

/** Two-factor sign-in: a password and a code from an app. Renders nothing if the project does not offer it. */
export function TwoFactor(props: Props) {
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    let mounted = true;
    void offersSecondStep().then((isOffered) => mounted && setOffered(isOffered));
    return () => {
      mounted = false;
    };
  }, []);
  return offered ? <SecondStep {...props} /> : null;
}

function SecondStep({ userId, email }: Props) {
  const { data: step, isError, refetch } = useQuery(secondStepQuery(userId));
  const offline = useOfflineReason() !== null;
  const [open, setOpen] = useState(false);
  const [newFactor, setNewFactor] = useState<NewSecondStep | null>(null);
  const close = () => {
    setOpen(false);
    setNewFactor(null);
  };
  if (step === undefined && !isError) return null;
  const isOn = step !== null && step !== undefined;
  return (
    <SecurityRow
      title="Two-factor sign-in"
      text={
        isError
          ? 'Could not be read just now.'
          : isOn
            ? 'On. A code from the app on your phone is asked for at every sign-in.'
            : 'Off. With it, a code from an app on your phone is asked for after the password.'
      }
      verb={isError ? 'Try again' : isOn ? 'Turn off' : 'Set up'}
      disabled={offline}
      open={open}
      onOpen={() => (isError ? void refetch() : setOpen(true))}
    >
      {isOn ? (
        <TurnOff id={step.id} email={email} onDone={close} />
      ) : newFactor ? (
        <ConfirmSetup newFactor={newFactor} onDone={close} />
      ) : (
        <StartSetup email={email} onReady={setNewFactor} onCancel={close} />
      )}
    </SecurityRow>
  );
}

function StartSetup({
  email,
  onReady,
  onCancel,
}: {
  email: string;
  onReady: (newFactor: NewSecondStep) => void;
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

function ConfirmSetup({ newFactor, onDone }: { newFactor: NewSecondStep; onDone: () => void }) {
  const confirm = useMutation(confirmSecondStep);
  return (
    <SecurityForm
      verb="Turn on"
      busy={confirm.isPending}
      error={confirm.error}
      onSubmit={(form) => confirm.mutate({ id: newFactor.id, code: formText(form, 'code') }, { onSuccess: onDone })}
      onCancel={onDone}
    >
      <ol className="grid list-decimal gap-4 pl-5">
        <li>
          Scan this picture with the app.
          {/* White background in every theme: cameras expect dark on light. */}
          <img
            src={newFactor.picture}
            alt="QR code with the key below"
            width={208}
            height={208}
            className="mt-2 rounded-2 bg-[#fff] p-2"
          />
        </li>
        <li>
          Write this key down and keep it with your farm papers. It sets the app up again when the phone is lost; nobody
          can show it to you later.
          <SetupKey text={newFactor.key} />
        </li>
        <li>
          <CodeField label="Type the six figures that the app shows" error={errorFor('next', confirm.error)} />
        </li>
      </ol>
    </SecurityForm>
  );
}

/** The key for the code app, in groups of four characters for reading aloud. */
function SetupKey({ text }: { text: string }) {
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

function TurnOff({ id, email, onDone }: { id: string; email: string; onDone: () => void }) {
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
