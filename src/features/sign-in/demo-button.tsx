import { useState } from 'react';
import { signIn } from '@/session/sign-in';
import { Button } from '@/ui/button';

/** Into the demonstration farm, as its owner. Shown with the embedded backend only. */
export function DemoButton() {
  const [busy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    const { demoSignIn } = await import('@/lib/embedded');
    await signIn({ email: demoSignIn.people[0].email, password: demoSignIn.password });
    setBusy(false);
  };
  return (
    <Button wide busy={busy} busyText="Signing In..." onClick={() => void enter()}>
      Try the demo farm
    </Button>
  );
}
