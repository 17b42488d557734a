import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as keys from '@/lib/query-keys';
import { useWaiting } from '@/offline/outbox/outbox';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { isStandalone, useInstallOffer, type InstallOffer } from './install-prompt';
import { dismissHint, hintDismissed } from './storage-hint-memory';

/** Whether the browser has granted persistent storage; null while loading. */
function useStoragePersisted(): boolean | null {
  const { data = null } = useQuery({
    queryKey: [keys.persistentStorage],
    networkMode: 'always',
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const storage = navigator.storage as StorageManager | undefined;
      return typeof storage?.persisted === 'function' && (await storage.persisted().catch(() => false));
    },
  });
  return data;
}

function Install({ offer }: { offer: InstallOffer }) {
  if (offer.kind === 'ios')
    return (
      <>
        Tap <b>Share</b>, then <b>Add to Home Screen</b>,
      </>
    );
  return offer.kind === 'safari' ? (
    <>
      Go to <b>File &gt; Add to Dock</b>,
    </>
  ) : (
    <>Install the app,</>
  );
}

/**
 * Shown before a device's first entry if its browser may clear the queue. A private window can't be detected, so it is
 * shown whenever persistent storage was not granted and the app is not installed, until it is dismissed once.
 */
export function StorageNote() {
  const { isLoaded, broken, entries, sent, lastSentAt } = useWaiting();
  const isPersistent = useStoragePersisted();
  const offer = useInstallOffer();
  const [dismissed, setDismissed] = useState(() => hintDismissed('storageNote') || hintDismissed('install'));
  const saved = entries.length > 0 || sent.length > 0 || lastSentAt !== null;
  useEffect(() => {
    if (saved) dismissHint('storageNote');
  }, [saved]);
  if (dismissed || saved || !isLoaded || broken || isPersistent !== false || isStandalone()) return null;
  return (
    <Banner
      tone="note"
      action={offer.kind === 'prompt' && <Button onClick={offer.install}>Install</Button>}
      onDismiss={() => {
        dismissHint('storageNote');
        setDismissed(true);
      }}
    >
      This browser may clear unsent entries when it is closed; a private window always does. <Install offer={offer} />{' '}
      or use a normal window.
    </Banner>
  );
}
