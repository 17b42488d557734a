import { useState } from 'react';
import { signIn, type Credentials } from '@/session/sign-in';
import { Button } from '@/ui/button';

/** Says what the demo farm shows, and signs in to it. */
export function DemoCard({ account, children }: { account: Credentials; children: string }) {
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    await signIn(account);
    setBusy(false);
  };
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <p>
        The demo farm is a contractor with two drivers: three months of jobs, hours, machines, fields and invoices.{' '}
        {children}
      </p>
      <Button wide busy={busy} busyText="Signing In..." onClick={() => void enter()}>
        Try the demo farm
      </Button>
    </div>
  );
}
