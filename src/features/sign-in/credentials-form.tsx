import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router-dom';
import { textIn } from '@/lib/text-in';
import { signIn, signUp } from '@/session/sign-in';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { useTakenOver } from '@/ui/use-taken-over';

type Kind = 'signIn' | 'signUp';

const words = {
  signIn: { button: 'Sign In', busy: 'Signing In...', ask: "Don't have an account?", other: 'Sign up' },
  signUp: { button: 'Sign Up', busy: 'Creating Account...', ask: 'Already have an account?', other: 'Sign in' },
} as const;

/** E-mail and password, both required; the browser checks that, the server the rest. */
export function CredentialsForm({
  kind,
  email,
  asked,
  onEmail,
  onSwitch,
  onUnconfirmed,
}: {
  kind: Kind;
  email: string;
  /** Changes each time somebody pressed 'Login / Register': the e-mail field then takes the focus. */
  asked: string | null;
  onEmail: (email: string) => void;
  onSwitch: (kind: Kind) => void;
  /** A mail with a link is on its way to this address, or was before. */
  onUnconfirmed: (email: string) => void;
}) {
  const [busy, setBusy] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked !== null) emailField.current?.focus();
  }, [asked]);
  useEffect(() => {
    // Of an invitation, which is known a moment later; what somebody has typed stands.
    if (emailField.current?.value === '') emailField.current.value = email;
  }, [email]);
  // Before that a press must not send the form: it would go nowhere, with the password in it.
  const takenOver = useTakenOver();
  const isSignUp = kind === 'signUp';
  const { button, busy: busyText, ask, other } = words[kind];
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const address = textIn(form, 'email').trim();
    setBusy(true);
    const outcome = await (isSignUp ? signUp : signIn)({ email: address, password: textIn(form, 'password') });
    setBusy(false);
    if (outcome === (isSignUp ? 'done' : 'unconfirmed')) onUnconfirmed(address);
  };
  return (
    <form className="grid gap-4" method="post" onSubmit={(event) => void submit(event)}>
      <TextField
        ref={emailField}
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        required
        defaultValue={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete={isSignUp ? 'new-password' : 'current-password'}
        placeholder={isSignUp ? 'Create a strong password' : undefined}
        required
      />
      <Button type={takenOver ? 'submit' : 'button'} variant="main" size="l" wide busy={busy} busyText={busyText}>
        {button}
      </Button>
      <div className="sign-links">
        {!isSignUp && (
          <Link to="/forgot-password" className="link">
            Forgot your password?
          </Link>
        )}
        <p>
          {ask}{' '}
          <button type="button" className="link" onClick={() => onSwitch(isSignUp ? 'signIn' : 'signUp')}>
            {other}
          </button>
        </p>
      </div>
    </form>
  );
}
