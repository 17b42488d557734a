// The page of an employee without an account holder: removed from the farm, left it, or never linked.
import { useMutation } from '@tanstack/react-query';
import { PlainFrame } from '@/app/shell/plain-frame';
import { startOwnAccount } from '@/data/account/membership';
import { Button } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { useSignOut } from '@/widgets/sign-out/sign-out';

export function UnlinkedPage({ email }: { email: string | null }) {
  const start = useMutation(startOwnAccount);
  const { signOut, dialog } = useSignOut();
  return (
    <PlainFrame>
      <Page title="No farm" narrow>
        <p>
          You are not part of a farm account any more, so there is nothing to show here. Your work stays with the farm.
        </p>
        <p>Ask the main account holder to invite you again{email === null ? '.' : <> at {email}.</>}</p>
        <p className="text-muted">
          Or start an account of your own. It is empty, and there is no second free trial: subscribe to write in it.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="main"
            size="l"
            busy={start.isPending}
            busyText="Starting..."
            onClick={() => start.mutate(undefined)}
          >
            Start my own account
          </Button>
          <Button size="l" onClick={signOut}>
            Sign Out
          </Button>
        </div>
        {dialog}
      </Page>
    </PlainFrame>
  );
}
