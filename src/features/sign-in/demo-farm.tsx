import { useState } from 'react';
import { signIn } from '@/session/sign-in';
import { Button } from '@/ui/button';

const DEMO = { email: 'owner@demo.test', password: 'demo-farm-2026' };

/** Says what the demo farm shows, and signs in as its owner. With the embedded backend only. */
export function DemoFarm() {
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    await signIn(DEMO);
    setBusy(false);
  };
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <p>
        The demo farm is a contractor with two drivers: three months of jobs, hours, machines, fields and invoices. Look
        round, and change what you like.
      </p>
      <Button wide busy={busy} busyText="Signing In..." onClick={() => void enter()}>
        Try the demo farm
      </Button>
    </div>
  );
}
