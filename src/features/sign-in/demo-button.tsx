import { useState } from 'react';
import { signIn } from '@/session/sign-in';
import { Button } from '@/ui/button';

// Used only by this button. Builds for a project leave the button out, so they do not contain these credentials.
const DEMO = { email: 'owner@demo.test', password: 'demo-farm-2026' };

/** Signs in to the demo farm as its owner. Shown with the embedded backend only. */
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
