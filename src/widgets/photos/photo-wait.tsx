import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as keys from '@/lib/query-keys';
import { toast } from '@/lib/toast';
import { usePreparing } from '@/offline/outbox/photos/photos';
import { leavePhotosOut, photosReady } from '@/offline/outbox/photos/photo-preparation';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';

/** Delays saving a record (`parent` is its id) until its photos are prepared. Does not save if a photo was refused. */
export function useSaveAfterPhotos(parent: string) {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState(false);
  return {
    waiting,
    whenReady: (save: () => void) => {
      const ready = photosReady(parent);
      if (!ready) return save();
      setWaiting(true);
      void ready.then(async (allAdded) => {
        // The form reads the photos when it is validated.
        await client.invalidateQueries({ queryKey: [keys.queuedPhotos] });
        setTimeout(() => {
          setWaiting(false);
          if (allAdded) return save();
          toast({
            tone: 'error',
            title: 'Not saved yet',
            description: 'A photo could not be added; the reason is beside the photos. Save again to go on without it.',
          });
        });
      });
    },
  };
}

const SLOW_MS = 4000;

/** Shown in a form whose Save is disabled while a photo is prepared, if that takes more than a few seconds. */
export function SlowPhotoWait({ parent }: { parent: string }) {
  const preparing = usePreparing(parent);
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!preparing) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [preparing]);
  return <PhotoWait parent={parent} shown={isSlow} />;
}

/** On a long page the banner would otherwise appear behind the bar with the Save button. */
const scrollToBanner = (banner: HTMLElement | null) => banner?.scrollIntoView({ block: 'center' });

/** Shown while saving waits for a photo, with a button to leave out a photo that takes too long. */
export function PhotoWait({ parent, shown }: { parent: string; shown: boolean }) {
  if (!shown) return null;
  return (
    <div ref={scrollToBanner}>
      <Banner tone="note" action={<Button onClick={() => leavePhotosOut(parent)}>Leave the photo out</Button>}>
        A photo is not ready yet. Saving waits for it.
      </Banner>
    </div>
  );
}
