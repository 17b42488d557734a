// Shown instead of the app if the account of the signed-in user can't be loaded: what is wrong and what they can do.
import { PlainFrame } from '@/app/shell/plain-frame';
import { Button } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { useSignOut } from '@/widgets/sign-out/sign-out';

function SignOutButton() {
  const { signOut, dialog } = useSignOut();
  return (
    <>
      <Button size="l" onClick={signOut}>
        Sign Out
      </Button>
      {dialog}
    </>
  );
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="main" size="l" onClick={onRetry}>
      Try again
    </Button>
  );
}

export function NoProfilePage({ onRetry }: { onRetry: () => void }) {
  return (
    <PlainFrame>
      <Page title="No account details" narrow>
        <p>We could not find your account details.</p>
        <div className="flex flex-wrap gap-2">
          <RetryButton onRetry={onRetry} />
          <SignOutButton />
        </div>
      </Page>
    </PlainFrame>
  );
}

export function UnreachablePage({ onRetry }: { onRetry: () => void }) {
  return (
    <PlainFrame>
      <Page title="No answer" narrow>
        <p>Your account could not be read, and this device holds no copy of it. You are still signed in.</p>
        <p className="text-muted">Find some signal, then try again.</p>
        <div className="flex flex-wrap gap-2">
          <RetryButton onRetry={onRetry} />
          <SignOutButton />
        </div>
      </Page>
    </PlainFrame>
  );
}
