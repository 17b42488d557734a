import { useMutation, useQuery } from '@tanstack/react-query';
import { attachmentsQuery } from '@/data/attachments';
import { MOST_NOTE_PHOTOS } from '@/domain/note';
import { useWaiting } from '@/outbox/outbox';
import { addPhotos, dropPhoto, keptPhotosQuery } from '@/outbox/photos';
import { useAccount } from '@/session/account';
import { PhotoBox } from '@/widgets/photo-field';

/** The photos that were chosen for a note while it is changed: this device has them, and they are not saved yet. */
export function useMorePhotos(note: string) {
  const { ownerId, userId } = useAccount();
  const { entries, sent } = useWaiting();
  const { data: kept = [] } = useQuery(keptPhotosQuery(userId, note));
  const { data: stored = [] } = useQuery(attachmentsQuery(ownerId, note));
  const saved = new Set([...entries, ...sent].map(({ id }) => id));
  const chosen = kept.filter(({ id }) => !saved.has(id));
  const all = new Set([...kept, ...stored].map(({ id }) => id)).size;
  return { kept, chosen, room: MOST_NOTE_PHOTOS - all };
}

/** Takes or chooses more photos of a note that is there already: they go with its change. */
export function MorePhotos({ note, photos }: { note: string; photos: ReturnType<typeof useMorePhotos> }) {
  const account = useAccount();
  const add = useMutation(addPhotos);
  const drop = useMutation(dropPhoto);
  const { kept, chosen, room } = photos;
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">
        More photos<span className="font-normal text-muted"> (optional)</span>
      </legend>
      <PhotoBox
        photos={chosen}
        of="More photos"
        full={room <= 0 && <p className="hint">{MOST_NOTE_PHOTOS} photos are the most.</p>}
        busy={add.isPending}
        refused={add.data}
        onFiles={(files) =>
          add.mutate({ who: account, work: note, table: 'notes', files: [...files], most: kept.length + room })
        }
        onRemove={(id) => drop.mutate({ userId: account.userId, id })}
      />
    </fieldset>
  );
}
