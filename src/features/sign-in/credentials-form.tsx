import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router-dom';
import { formText } from '@/lib/form-text';
import { GUESSABLE, signIn, signUp, type Outcome } from '@/session/sign-in';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import { PASSWORD_RULE, PasswordField } from '@/ui/forms/password-field';
import { useHydrated } from '@/ui/paint/use-hydrated';

type Kind = 'signIn' | 'signUp';

const WORDS = {
  signIn: { button: 'Sign In', busy: 'Signing In...', ask: "Don't have an account?", other: 'Sign up' },
  signUp: { button: 'Sign Up', busy: 'Creating Account...', ask: 'Already have an account?', other: 'Sign in' },
} as const;

/** What is wrong with the password, for its field. */
const PROBLEMS: { [outcome in Outcome]?: string } = {
  refused: 'The email or the password is wrong.',
  guessable: GUESSABLE,
};

/** Email and password. The browser checks that both are filled in, the server the rest. */
export function CredentialsForm({
  kind,
  email,
  focusRequest,
  onEmail,
  onSwitch,
  onUnconfirmed,
}: {
  kind: Kind;
  email: string;
  /** Changes whenever 'Login / Register' is pressed; the email field then takes the focus. */
  focusRequest: string | null;
  onEmail: (email: string) => void;
  onSwitch: (kind: Kind) => void;
  /** Called when the address has to be confirmed by the link in a mail. */
  onUnconfirmed: (email: string) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const emailField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusRequest !== null) emailField.current?.focus();
  }, [focusRequest]);
  useEffect(() => {
    // The address of an invitation arrives after the first render; do not overwrite what was typed.
    if (emailField.current?.value === '') emailField.current.value = email;
  }, [email]);
  // Before hydration no handler prevents the native submission, which would send the password with a page load.
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The button was pressed before hydration (see public/boot.js).
    const { pressed } = document.documentElement.dataset;
    delete document.documentElement.dataset['pressed'];
    if (pressed === kind) form.current?.requestSubmit();
  }, [kind]);
  const isSignUp = kind === 'signUp';
  const { button, busy: busyText, ask, other } = WORDS[kind];
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    const address = formText(typed, 'email').trim();
    setBusy(true);
    const reached = await (isSignUp ? signUp : signIn)({ email: address, password: formText(typed, 'password') });
    setBusy(false);
    setOutcome(reached);
    if (reached === (isSignUp ? 'done' : 'unconfirmed')) onUnconfirmed(address);
  };
  return (
    <form ref={form} className="grid gap-4" method="post" onSubmit={(event) => void submit(event)}>
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
      <PasswordField
        label="Password"
        name="password"
        autoComplete={isSignUp ? 'new-password' : 'current-password'}
        placeholder={isSignUp ? 'Create a strong password' : undefined}
        hint={isSignUp ? PASSWORD_RULE : undefined}
        error={outcome === null ? undefined : PROBLEMS[outcome]}
        required
      />
      <Button
        type={hydrated ? 'submit' : 'button'}
        data-early={hydrated ? undefined : kind}
        variant="main"
        size="l"
        wide
        busy={busy}
        busyText={busyText}
      >
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
