import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mailInvite, renewInvite, type MadeInvite } from '@/data/crew';
import { inviteLink } from '@/domain/invite-link';
import type { Way } from './invite-dialog';

export type ShownLink = { link: string; email: string; problem: string | null };

/** What becomes of an invitation once it is made: mailed, or its link shown; shown too where the mail does not go. */
export function useInvitations() {
  const [shown, setShown] = useState<ShownLink | null>(null);
  const mail = useMutation(mailInvite);
  const renew = useMutation(renewInvite);
  const handOn = (invite: MadeInvite, email: string, way: Way) => {
    const link = inviteLink(window.location.origin, invite.token);
    if (way === 'link') return setShown({ link, email, problem: null });
    mail.mutate(invite, { onError: ({ message }) => setShown({ link, email, problem: message }) });
  };
  return {
    shown,
    close: () => setShown(null),
    handOn,
    /** A new token for an invitation, handed on. */
    again: (id: string, email: string, way: Way) =>
      renew.mutate(id, { onSuccess: (invite) => handOn(invite, email, way) }),
  };
}
