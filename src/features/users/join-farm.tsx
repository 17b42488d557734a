import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { invitationQuery, joinFarm, type Invitation } from '@/data/account/membership';
import { forgetInvite } from '@/session/invitation';
import { Button } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { LoadingRows } from '@/ui/lists/list-states';

/** The farm's name, or "Alex's farm". */
const farmNameOf = ({ farm, holder }: Invitation) => farm ?? `${holder}'s farm`;

/** A signed-in person has opened an invitation: names the farm and asks to join, or says why they can't. */
export function JoinPage({ userId, email, token }: { userId: string; email: string | null; token: string }) {
  const invitation = useQuery(invitationQuery(userId, token));
  const join = useMutation(joinFarm);
  const navigate = useNavigate();
  const closeInvitation = () => {
    forgetInvite();
    void navigate('/', { replace: true });
  };
  if (invitation.isPending) {
    return (
      <Page title="Invitation" narrow>
        <LoadingRows rows={2} text="Looking at your invitation..." />
      </Page>
    );
  }
  if (invitation.isError || join.isError) {
    const { message } = join.error ?? invitation.error ?? { message: '' };
    return (
      <Page title="Invitation" narrow>
        <p role="alert">{message}</p>
        {email !== null && <p className="text-muted">You are signed in as {email}.</p>}
        <div>
          <Button variant="main" size="l" onClick={closeInvitation}>
            Continue without it
          </Button>
        </div>
      </Page>
    );
  }
  const farm = farmNameOf(invitation.data);
  return (
    <Page title={`Join ${farm}?`} narrow>
      <p>
        {invitation.data.holder} has invited you to {farm}. You will log your work in their diary, and they will see it.
      </p>
      <p className="text-muted">
        There is nothing to pay: their subscription covers you. A trial of your own ends when you join. You can leave at
        any time; the work you logged stays with the farm.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="main"
          size="l"
          busy={join.isPending}
          busyText="Joining..."
          onClick={() => join.mutate(token, { onSuccess: closeInvitation })}
        >
          Join {farm}
        </Button>
        <Button size="l" onClick={closeInvitation}>
          Not now
        </Button>
      </div>
    </Page>
  );
}
