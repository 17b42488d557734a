import { useState } from 'react';
import { signIn } from '@/session/sign-in';
import { Button } from '@/ui/button';

// Nothing but this button knows it, and a build for a project leaves the button out, so its files say nothing of it.
const DEMO = { email: 'owner@demo.test', password: 'demo-farm-2026' };

/** Into the demonstration farm, as its owner. Shown with the embedded backend only. */
export function DemoButton() {
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    await signIn(DEMO);
    setBusy(false);
  };
  return (
    <Button wide busy={busy} busyText="Signing In..." onClick={() => void enter()}>
      Try the demo farm
    </Button>
  );
}
