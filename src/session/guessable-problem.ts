// Asks whether a new password is easy to guess, before it is sent.
import { commonPasswords, isGuessable } from '@/domain/account/guessable-password';
import { prefetch } from '@/lib/prefetch';

/** How long a form waits for the list on a bad connection. */
const LIST_WAIT_MS = 4000;

/**
 * Whether a new password is easy to guess. If the list does not come, it checks the rest: a form that is filled in must not
 * wait or be reloaded for it.
 */
export async function isGuessableNow(password: string, email: string): Promise<boolean> {
  const tooLate = new Promise<readonly string[]>((resolve) => setTimeout(resolve, LIST_WAIT_MS, []));
  const common = await Promise.race([prefetch(commonPasswords).catch(() => []), tooLate]);
  return isGuessable(password, email, common);
}
