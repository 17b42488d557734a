import { useEffect, useState, type ReactNode } from 'react';
import { openInvitation, type InvitationResult } from '@/data/account/open-invitation';

/**
 * The farm an invitation is for, shown before signing in. Calls `onEmail` with the invited address. Renders `children`
 * until the invitation is loaded, and if it can't be.
 */
export function InvitationNote({
  token,
  onEmail,
  children,
}: {
  token: string;
  onEmail: (email: string) => void;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState<InvitationResult>({ kind: 'unknown' });
  useEffect(() => {
    let mounted = true;
    void openInvitation(token).then((answer) => {
      if (!mounted) return;
      setOpened(answer);
      if (answer.kind === 'open') onEmail(answer.invitation.email);
    });
    return () => {
      mounted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once for each invitation; it must not replace what is typed later
  }, [token]);
  if (opened.kind === 'gone') return <>This invitation is not open any more. Ask for a new one.</>;
  if (opened.kind !== 'open') return children;
  const { email, farm, holder } = opened.invitation;
  return (
    <>
      {holder} has invited you to {farm ?? 'their farm'}. Sign up, or sign in, with{' '}
      <strong className="break-words">{email}</strong>.
    </>
  );
}
