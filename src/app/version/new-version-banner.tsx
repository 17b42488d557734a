import { useState } from 'react';
import { hasUnsavedInput, storeAllInput } from '@/lib/before-reload';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { activateNewVersion, useHasNewVersion } from './new-version';

/**
 * Asks before a new version takes over, and again if that would discard input in a form without a draft. If dismissed,
 * the new version takes over when the app is next closed.
 */
export function NewVersionBanner() {
  const isAvailable = useHasNewVersion();
  const [dismissed, setDismissed] = useState(false);
  const [warned, setWarned] = useState(false);
  const [agreed, setAgreed] = useState(false);
  if (!isAvailable || dismissed) return null;
  if (agreed) return <Banner tone="note">The new version is starting.</Banner>;
  const update = async () => {
    if (!warned && (hasUnsavedInput() || !(await storeAllInput()))) return setWarned(true);
    setAgreed(true);
    await activateNewVersion();
  };
  return (
    <Banner
      tone={warned ? 'warn' : 'note'}
      action={<Button onClick={() => void update()}>{warned ? 'Update anyway' : 'Update'}</Button>}
      onDismiss={() => setDismissed(true)}
    >
      {warned
        ? 'What you typed in the open form is not saved. Save it first: the update would lose it.'
        : 'A new version of the app is ready. What waits on this phone stays; save other forms first.'}
    </Banner>
  );
}
