import { useMutation, useQuery } from '@tanstack/react-query';
import { attachmentsQuery } from '@/data/attachments';
import { useWaiting } from '@/offline/outbox/outbox';
import { addPhotos, dropPhoto, keptPhotosQuery, usePreparing } from '@/offline/outbox/photos/photos';
import type { PhotoTable } from '@/records/photos';
import { useAccount } from '@/session/account';
import { PhotoBox } from './photo-field';

/** An existing record, and the maximum number of its photos. */
type PhotoRecord = { id: string; table: PhotoTable; maxPhotos: number };

/** The photos added to a record while it is edited: stored on this device, not saved yet. */
export function useMorePhotos(record: PhotoRecord) {
  const { ownerId, userId } = useAccount();
  const { entries, sent } = useWaiting();
  const { data: kept = [] } = useQuery(keptPhotosQuery(userId, record.id));
  const { data: stored = [] } = useQuery(attachmentsQuery(ownerId, record.id));
  const savedIds = new Set([...entries, ...sent].map(({ id }) => id));
  const chosen = kept.filter(({ id }) => !savedIds.has(id));
  const photoCount = new Set([...kept, ...stored].map(({ id }) => id)).size;
  return { record, kept, chosen, remaining: record.maxPhotos - photoCount, preparing: usePreparing(record.id) };
}

/** Takes or chooses more photos for an existing record; they are saved with the edit. */
export function MorePhotos({ photos }: { photos: ReturnType<typeof useMorePhotos> }) {
  const account = useAccount();
  const add = useMutation(addPhotos);
  const remove = useMutation(dropPhoto);
  const { record, kept, chosen, remaining } = photos;
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">
        More photos<span className="font-normal text-muted"> (optional)</span>
      </legend>
      <PhotoBox
        photos={chosen}
        subject="More photos"
        limitNote={remaining <= 0 && <p className="hint">{record.maxPhotos} photos are the most.</p>}
        busy={add.isPending}
        refusedFiles={add.data}
        onFiles={(files) =>
          add.mutate({
            ...{ owner: account, recordId: record.id, table: record.table, files: [...files] },
            ...{ maxPhotos: kept.length + remaining, forChange: true },
          })
        }
        onRemove={(id) => remove.mutate({ userId: account.userId, id })}
      />
    </fieldset>
  );
}
