import { useMutation } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useAccount } from '@/session/account';
import { saveMutation } from '@/offline/outbox/save-entries';
import { Button } from '@/ui/button';
import { MorePhotos, useMorePhotos } from '@/widgets/photos/more-photos';

const savePhotos = saveMutation('Photos saved!', 'Error Saving Photos');
const MAX_PHOTOS = 100;

/** Adds photos (of maps, agreements, soil reports) to a field, through the outbox. For the account holder only. */
export function FieldPhotos({ fieldId }: { fieldId: string }) {
  const { role, canWrite } = useAccount();
  const save = useMutation(savePhotos);
  const photos = useMorePhotos({ id: fieldId, table: 'fields', maxPhotos: MAX_PHOTOS });
  if (role !== 'admin' || !canWrite) return null;
  return (
    <div className="grid justify-items-start gap-3">
      <MorePhotos photos={photos} />
      {photos.chosen.length > 0 && (
        <Button
          variant="main"
          size="l"
          busy={save.isPending || photos.preparing}
          busyText="Saving..."
          onClick={() => save.mutate(photos.chosen.map(({ entry }) => entry))}
        >
          <Camera aria-hidden="true" />
          Save photos
        </Button>
      )}
    </div>
  );
}
