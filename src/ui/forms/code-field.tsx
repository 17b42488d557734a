import { TextField } from './field';

/** The six-digit code of an authenticator app, submitted as `code`; spaces are allowed. */
export function CodeField({ label, error }: { label: string; error: string | undefined }) {
  return (
    <TextField
      label={label}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\s*(\d\s*){6}"
      title="Six figures"
      maxLength={9}
      required
      error={error}
    />
  );
}
