import { useState } from 'react';
import { holdsTyping, storeAllInput } from '@/lib/before-reload';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { newVersionWaits, takeNewVersion } from './new-version';

/**
 * For a page whose store a newer version of the app has taken over: input is stored before the page is reloaded, and
 * the user is asked about input that can't be. Loaded with the app, because the newer version may have removed the
 * files of this one.
 */
export function NewerOpenBanner() {
  const [losing, setLosing] = useState(false);
  const reload = async () => {
    // Tried again by "Reload anyway": there may be space by then.
    const kept = await storeAllInput();
    if (!losing && (holdsTyping() || !kept)) return setLosing(true);
    if (newVersionWaits()) await takeNewVersion();
    else window.location.reload();
  };
  return (
    <Banner
      tone={losing ? 'bad' : 'warn'}
      action={<Button onClick={() => void reload()}>{losing ? 'Reload anyway' : 'Reload'}</Button>}
    >
      {losing
        ? 'What you typed in the open form can’t be kept here. Note it down first: reloading loses it.'
        : 'A newer version of Farm Diary is open on this device. Reload to go on: what you typed and what waits to be sent stays.'}
    </Banner>
  );
}
