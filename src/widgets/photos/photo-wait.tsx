import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as keys from '@/lib/query-keys';
import { toast } from '@/lib/toast';
import { usePreparing } from '@/offline/outbox/photos/photos';
import { leavePhotosOut, photosReady } from '@/offline/outbox/photos/preparing';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';

/** For saving a record while photos are still being prepared: waits for them, and does not save if one was refused. */
export function usePhotosFirst(work: string) {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState(false);
  return {
    waiting,
    first: (save: () => void) => {
      const ready = photosReady(work);
      if (!ready) return save();
      setWaiting(true);
      void ready.then(async (kept) => {
        // The form reads the photos when it is validated.
        await client.invalidateQueries({ queryKey: [keys.keptPhotos] });
        setTimeout(() => {
          setWaiting(false);
          if (kept) return save();
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

const LONG_MS = 4000;

/** Shown in a form whose Save is disabled while a photo is prepared, once that takes more than a few seconds. */
export function PhotoWaitWhenLong({ work }: { work: string }) {
  const preparing = usePreparing(work);
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!preparing) return;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [preparing]);
  return <PhotoWait work={work} shown={long} />;
}

/** On a long page the banner would otherwise appear behind the dock with the button. */
const show = (banner: HTMLElement | null) => banner?.scrollIntoView({ block: 'center' });

/** Shown while saving waits for a photo, with a way to leave out one that never gets ready. */
export function PhotoWait({ work, shown }: { work: string; shown: boolean }) {
  if (!shown) return null;
  return (
    <div ref={show}>
      <Banner tone="note" action={<Button onClick={() => leavePhotosOut(work)}>Leave the photo out</Button>}>
        A photo is not ready yet. Saving waits for it.
      </Banner>
    </div>
  );
}
