// Passwords that are tried first. The hosted auth service refuses them only in a paid plan (docs/deploy.md), so the app does.

/** Words of the product and of its users' trade, and those that are tried before all others. */
const WORDS =
  'password passw welcome letmein qwerty admin farm farmdiary farmer farming tractor tractors johndeere deere fendt claas ' +
  'massey masseyferguson newholland valtra slurry silage contractor cattle ireland england scotland wales';

/** A text without the digits and signs at its end: "monkey2026!" is "monkey". */
function coreOf(text: string): string {
  let end = text.length;
  while (end > 0 && /[\d\W_]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Shorter ones would refuse passwords that only begin like a common one. */
const MIN_CORE = 4;

/**
 * Whether a new password is easy to guess: a common one, a word of the trade or a part of the person's address, each with or
 * without digits and signs at its end; short digits; or two characters repeated. `common`: passwords in lower case.
 */
export function isGuessable(password: string, email: string, common: readonly string[]): boolean {
  const whole = password.toLowerCase();
  const core = coreOf(whole);
  const known = [...common, ...WORDS.split(' '), ...email.toLowerCase().split(/[@.+_-]/), email.toLowerCase()];
  return (
    known.some((word) => word === whole || (core.length >= MIN_CORE && (word === core || coreOf(word) === core))) ||
    (/^\d+$/.test(whole) && whole.length < 12) ||
    new Set(whole).size < 3
  );
}

/**
 * The 3,000 most common passwords of at least eight characters that are not digits only, in lower case. Order and selection
 * from the password list of @zxcvbn-ts/language-common 4.1.3 (MIT), which counts published leaks.
 */
export const commonPasswords = async (): Promise<readonly string[]> =>
  (await import('./data/common-passwords.txt?raw')).default.trim().split('\n');
