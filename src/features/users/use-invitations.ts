import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mailInvite, renewInvite, type CreatedInvite } from '@/data/account/crew';
import { inviteLink } from '@/domain/account/invite-link';
import type { Delivery } from './invite-dialog';

export type ShownLink = { link: string; email: string; problem: string | null };

/** Mails a new invitation or shows its link; also shows the link if the mail fails. */
export function useInvitations() {
  const [shown, setShown] = useState<ShownLink | null>(null);
  const mail = useMutation(mailInvite);
  const renew = useMutation(renewInvite);
  const deliver = (invite: CreatedInvite, email: string, delivery: Delivery) => {
    const link = inviteLink(window.location.origin, invite.token);
    if (delivery === 'link') return setShown({ link, email, problem: null });
    mail.mutate(invite, { onError: ({ message }) => setShown({ link, email, problem: message }) });
  };
  return {
    shown,
    close: () => setShown(null),
    deliver,
    /** Renews the token of an invitation, then mails it or shows its link. */
    renewAndDeliver: (id: string, email: string, delivery: Delivery) =>
      renew.mutate(id, { onSuccess: (invite) => deliver(invite, email, delivery) }),
  };
}
