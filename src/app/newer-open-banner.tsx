import { useState } from 'react';
import { holdsTyping, putAllAway } from '@/lib/leaving';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { newVersionWaits, takeNewVersion } from './new-version';

/**
 * In a page whose store a newer version of the app has: what is typed is kept before the page is loaded anew, and asked
 * about where it can't be. Fetched with the app: the newer version may have taken the files of this one away.
 */
export function NewerOpenBanner() {
  const [losing, setLosing] = useState(false);
  const reload = async () => {
    // Tried again by "Reload anyway": there may be room by then.
    const kept = await putAllAway();
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
