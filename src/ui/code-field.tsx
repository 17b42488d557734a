import { TextField } from './field';

/** The six figures of a code app, as `code`; spaces between them are taken. */
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
