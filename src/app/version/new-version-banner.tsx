import { useState } from 'react';
import { holdsTyping, storeAllInput } from '@/lib/before-reload';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { takeNewVersion, useNewVersion } from './new-version';

/**
 * Asks before a new version takes over, and again if a form without a draft would be lost. If dismissed, the new
 * version takes over when the app is next closed.
 */
export function NewVersionBanner() {
  const waits = useNewVersion();
  const [aside, setAside] = useState(false);
  const [losing, setLosing] = useState(false);
  if (!waits || aside) return null;
  const update = async () => {
    if (!losing && (holdsTyping() || !(await storeAllInput()))) return setLosing(true);
    await takeNewVersion();
  };
  return (
    <Banner
      tone={losing ? 'warn' : 'note'}
      action={<Button onClick={() => void update()}>{losing ? 'Update anyway' : 'Update'}</Button>}
      onDismiss={() => setAside(true)}
    >
      {losing
        ? 'What you typed in the open form is not saved. Save it first: the update would lose it.'
        : 'A new version of the app is ready. What waits to be sent stays; save other forms first.'}
    </Banner>
  );
}
