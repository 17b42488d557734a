import { useEffect } from 'react';
import { setDemoOpen } from '@/lib/demo';
import { signOut } from '@/session/sign-out';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';

/** Shown above every page of the demo farm. While it is mounted, `refuseInDemo` refuses entries for the outbox. */
export function DemoBanner() {
  useEffect(() => {
    setDemoOpen(true);
    return () => setDemoOpen(false);
  }, []);
  const startOwn = async () => {
    // A full page load, after which the address selects the tab to sign up.
    if (await signOut()) window.location.assign('/#sign-up');
  };
  return (
    <Banner tone="note" action={<Button onClick={() => void startOwn()}>Start your own farm</Button>}>
      This is the demo farm: you can look at everything, but not change it.
    </Banner>
  );
}
