import { useState } from 'react';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { takeNewVersion, useNewVersion } from './new-version';

/** Asks before a new version takes over; put aside, it comes when the app is next closed. */
export function NewVersionBanner() {
  const waits = useNewVersion();
  const [aside, setAside] = useState(false);
  if (!waits || aside) return null;
  return (
    <Banner
      tone="note"
      action={<Button onClick={() => void takeNewVersion()}>Update</Button>}
      onDismiss={() => setAside(true)}
    >
      A new version of the app is ready. What waits to be sent stays; save other forms first.
    </Banner>
  );
}
