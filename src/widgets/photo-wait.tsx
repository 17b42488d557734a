import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from '@/lib/toast';
import { usePreparing } from '@/outbox/photos';
import { leavePhotosOut, photosReady } from '@/outbox/preparing';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';

/** Saving a record whose photos may still be prepared: a press waits for them, and nothing is saved where one was refused. */
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
        // The form looks at the photos when it is checked.
        await client.invalidateQueries({ queryKey: ['kept-photos'] });
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

/** Said of a form whose Save is closed while a photo is prepared, once that takes long. */
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

/** On a long page it would appear behind the dock whose button was pressed. */
const show = (banner: HTMLElement | null) => banner?.scrollIntoView({ block: 'center' });

/** Said while saving waits for a photo, with the way out for one that never gets ready. */
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
