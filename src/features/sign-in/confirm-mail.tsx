import { MailCheck } from 'lucide-react';
import { requestConfirmationMail } from '@/session/own-access';
import { SendAgain } from './send-again';

/**
 * Shown after signing up, and on signing in before the address is confirmed. Its text is the same whether or not an
 * account exists.
 */
export function ConfirmMail({ email }: { email: string }) {
  return (
    <section aria-label="Confirm your address" className="grid gap-3 border-t border-line pt-4">
      <p className="flex gap-3">
        <MailCheck aria-hidden="true" className="mt-1 size-5 flex-none text-accent" />
        <span className="min-w-0">
          Follow the link in the mail to <strong className="break-words">{email}</strong>. You can open it on any
          device; it asks for your password once more.
        </span>
      </p>
      <SendAgain email={email} requestMail={requestConfirmationMail} />
      <p className="text-2 text-muted">
        If you have an account already, no link comes: sign in, or choose a new password.
      </p>
    </section>
  );
}
