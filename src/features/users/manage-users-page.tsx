import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { crewPeopleQuery, invitesQuery, removeEmployee, revokeInvite, suspendEmployee } from '@/data/account/crew';
import { SEATS, seatsUsed } from '@/domain/account/seats';
import { useOffline } from '@/lib/online';
import { together } from '@/lib/read-state';
import { useAccount } from '@/session/account';
import { useNow } from '@/session/today';
import { Button } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { ConfirmDialog } from '@/ui/popups/dialog';
import { SignalHint } from '@/widgets/signal-hint';
import { InviteDialog } from './invite-dialog';
import { LinkDialog } from './link-dialog';
import { Seats } from './seats';
import { VisibilityDialog } from './visibility-dialog';
import { useInvitations } from './use-invitations';
import type { UserActions } from './user-menu';
import { UserRows } from './user-rows';
import { firstNameOf, usersOf, type User } from './user-words';
import { saveUsers } from './users-file';

/** /manage-users: the crew and open invitations. */
export function ManageUsersPage() {
  const { ownerId, settings } = useAccount();
  const now = useNow();
  const online = !useOffline();
  const wide = useWide();
  const people = useQuery(crewPeopleQuery(ownerId));
  const invites = useQuery(invitesQuery(ownerId));
  const suspend = useMutation(suspendEmployee);
  const remove = useMutation(removeEmployee);
  const revoke = useMutation(revokeInvite);
  const { shown, close, deliver, renewAndDeliver } = useInvitations();
  const [inviting, setInviting] = useState(false);
  const [visibilityUser, setVisibilityUser] = useState<User | null>(null);
  const [userToRemove, setUserToRemove] = useState<User | null>(null);
  const ready = people.data && invites.data;
  const users = usersOf(people.data ?? [], invites.data ?? []);
  const used = seatsUsed(people.data?.length ?? 0, invites.data ?? [], now);
  const full = used >= SEATS;

  const actions: UserActions = {
    editVisibility: setVisibilityUser,
    suspend: (id, suspended) => suspend.mutate({ id, suspended }),
    remove: setUserToRemove,
    revoke: ({ id }) => revoke.mutate(id),
    resend: ({ id, email }) => renewAndDeliver(id, email, 'mail'),
    newLink: ({ id, email }) => renewAndDeliver(id, email, 'link'),
  };
  const inviteButton = (
    <Button variant="main" disabled={!online || full} wide={!wide} onClick={() => setInviting(true)}>
      <UserPlus aria-hidden="true" />
      Invite someone
    </Button>
  );
  const fileButton = (
    <Button onClick={() => saveUsers(users, now)}>
      <Download aria-hidden="true" />
      CSV
    </Button>
  );

  return (
    <Page
      title="Manage Users"
      actions={
        wide &&
        ready && (
          <>
            {users.length > 0 && fileButton}
            {inviteButton}
          </>
        )
      }
    >
      <QueryList card read={together(people, invites)}>
        <Seats used={used} />
        {full && <p>All {SEATS} seats are used. Remove someone or cancel an invitation first.</p>}
        {!online && <SignalHint />}
        {users.length === 0 ? (
          <Card>
            <EmptyState
              title="Nobody else yet."
              text="Invite the people who work for you. They log their own jobs, and you see them at once."
            />
          </Card>
        ) : (
          <UserRows users={users} now={now} zone={settings.zone} online={online} actions={actions} />
        )}
        {!wide && inviteButton}
        {!wide && users.length > 0 && <div>{fileButton}</div>}
      </QueryList>
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={(...invitation) => {
            setInviting(false);
            deliver(...invitation);
          }}
        />
      )}
      {shown && <LinkDialog {...shown} onClose={close} />}
      {visibilityUser?.kind === 'person' && (
        <VisibilityDialog
          person={visibilityUser.person}
          name={firstNameOf(visibilityUser)}
          onClose={() => setVisibilityUser(null)}
        />
      )}
      {userToRemove && (
        <ConfirmDialog
          open
          onClose={() => setUserToRemove(null)}
          title={`Remove ${firstNameOf(userToRemove)}?`}
          verb="Remove"
          keep="Keep"
          busy={remove.isPending}
          busyText="Removing..."
          onConfirm={() => remove.mutate(userToRemove.id, { onSuccess: () => setUserToRemove(null) })}
        >
          Their work and time records stay. They will no longer see your farm.
        </ConfirmDialog>
      )}
    </Page>
  );
}
