import { useState } from 'react';
import { hasUnsavedInput, storeAllInput } from '@/lib/before-reload';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { hasNewVersion, activateNewVersion } from './new-version';

/**
 * For a page whose store a newer version of the app has taken over: input is stored before the page is reloaded, and
 * the user is asked about input that can't be. Loaded with the app, because the newer version may have removed the
 * files of this one.
 */
export function NewerOpenBanner() {
  const [warned, setWarned] = useState(false);
  const reload = async () => {
    // Tried again by "Reload anyway": there may be space by then.
    const allStored = await storeAllInput();
    if (!warned && (hasUnsavedInput() || !allStored)) return setWarned(true);
    if (hasNewVersion()) await activateNewVersion();
    else window.location.reload();
  };
  return (
    <Banner
      tone={warned ? 'bad' : 'warn'}
      action={<Button onClick={() => void reload()}>{warned ? 'Reload anyway' : 'Reload'}</Button>}
    >
      {warned
        ? 'What you typed in the open form can’t be kept here. Note it down first: reloading loses it.'
        : 'A newer version of Farm Diary is open on this device. Reload to go on: what you typed and what waits on this phone stays.'}
    </Banner>
  );
}
