// Shown instead of the app if the account of the signed-in user can't be loaded: what is wrong and what they can do.
import type { ReactNode } from 'react';
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

function NoAccountPage({ title, onRetry, children }: { title: string; onRetry: () => void; children: ReactNode }) {
  return (
    <PlainFrame>
      <Page title={title} narrow>
        {children}
        <div className="flex flex-wrap gap-2">
          <Button variant="main" size="l" onClick={onRetry}>
            Try again
          </Button>
          <SignOutButton />
        </div>
      </Page>
    </PlainFrame>
  );
}

export const NoProfilePage = ({ onRetry }: { onRetry: () => void }) => (
  <NoAccountPage title="No account details" onRetry={onRetry}>
    <p>We could not find your account details.</p>
  </NoAccountPage>
);

export const UnreachablePage = ({ onRetry }: { onRetry: () => void }) => (
  <NoAccountPage title="No answer" onRetry={onRetry}>
    <p>Your account could not be read, and this device holds no copy of it. You are still signed in.</p>
    <p className="text-muted">Find some signal, then try again.</p>
  </NoAccountPage>
);
