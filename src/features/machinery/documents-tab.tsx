import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { saveMutation } from '@/offline/outbox/save-entries';
import type { Machine } from '@/records/machines';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { MorePhotos, useMorePhotos } from '@/widgets/photos/more-photos';
import { SlowPhotoWait } from '@/widgets/photos/photo-wait';
import { saving } from '@/widgets/photos/saving';

// Loaded on demand.
const Documents = lazy(async () => ({ default: (await import('@/widgets/documents/documents')).Documents }));

const MAX_PHOTOS = 50;
const savePhotos = saveMutation('Photos saved!', 'Error Saving Photos');

/** Photos of a machine, its plates and its documents. Everybody on the farm sees them; the account holder adds them. */
export function DocumentsTab({ machine }: { machine: Machine }) {
  const { role, canWrite } = useAccount();
  const admin = role === 'admin';
  return (
    <Card className="grid gap-4 p-4">
      <p className="text-2 text-muted">
        {admin
          ? 'The machine’s papers and manuals, and photos of it and its plates. Everybody on the farm sees them: a bill belongs to its service.'
          : 'The machine’s papers and manuals, and photos of it and its plates.'}
      </p>
      <EntryPhotos parent={machine.id} readOnly={!admin} large />
      {admin && canWrite && <AddPhotos machine={machine} />}
      <Suspense>
        <Documents table="machines" parent={machine.id} />
      </Suspense>
    </Card>
  );
}

function AddPhotos({ machine }: { machine: Machine }) {
  const photos = useMorePhotos({ id: machine.id, table: 'machines', maxPhotos: MAX_PHOTOS });
  const save = useMutation(savePhotos);
  return (
    <>
      <MorePhotos photos={photos} />
      <SlowPhotoWait parent={machine.id} />
      {photos.chosen.length > 0 && (
        <Button
          variant="main"
          size="l"
          {...saving(save.isPending, photos.preparing)}
          onClick={() => save.mutate(photos.chosen.map(({ entry }) => entry))}
        >
          Save photos
        </Button>
      )}
    </>
  );
}
