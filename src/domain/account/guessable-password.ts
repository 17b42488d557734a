// Passwords that are tried first. The hosted auth service refuses them only in a paid plan (docs/deploy.md), so the app does.

export const GUESSABLE = 'This password is easy to guess. Three words that do not belong together are better.';

/** Words of the product and of its users' trade. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'password passw welcome letmein qwerty admin farm farmdiary farmer farming tractor tractors johndeere deere fendt claas ' +
    'massey masseyferguson newholland valtra slurry silage contractor cattle ireland england scotland wales'
  ).split(' '),
);

/**
 * Whether a new password is easy to guess: one of `common` (lower case), with or without digits and signs behind it, the
 * same with a word of the trade or a part of the person's address, short digits, or two characters repeated.
 */
export function isGuessable(password: string, email: string, common: ReadonlySet<string>): boolean {
  const whole = password.toLowerCase();
  const core = whole.replace(/[\d\W_]+$/, '');
  const own = email.toLowerCase().split(/[@.+_-]/);
  return (
    [whole, core].some((text) => common.has(text) || WORDS.has(text) || text === email.toLowerCase()) ||
    (core.length > 3 && own.includes(core)) ||
    (/^\d+$/.test(whole) && whole.length < 12) ||
    new Set(whole).size < 3
  );
}

/**
 * The 3,000 most common passwords of at least eight characters that are not digits only, in lower case. Order and selection
 * from the password list of @zxcvbn-ts/language-common 4.1.3 (MIT), which counts published leaks.
 */
const commonPasswords = async (): Promise<ReadonlySet<string>> =>
  new Set((await import('./data/common-passwords.txt?raw')).default.trim().split('\n'));

/** `GUESSABLE` if a new password is easy to guess, else null. Without the list, which needs signal, it checks the rest. */
export async function guessableProblem(password: string, email: string): Promise<string | null> {
  const common = await commonPasswords().catch(() => new Set<string>());
  return isGuessable(password, email, common) ? GUESSABLE : null;
}
