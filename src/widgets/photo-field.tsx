import { useMutation, useQuery } from '@tanstack/react-query';
import type { ChosenPhotos } from '@/outbox/keep-photo';
import { addPhotos, dropPhoto, keptPhotosQuery } from '@/outbox/photos';
import { useAccount } from '@/session/account';
import { PhotoBox } from './photo-box';

/**
 * The photos of an entry that is being written: taken or chosen, kept on this device at once, sent with the entry; `most`
 * of them.
 */
export function PhotoField({
  work,
  table = 'works',
  most,
}: {
  work: string;
  table?: NonNullable<ChosenPhotos['table']>;
  most?: number;
}) {
  const account = useAccount();
  const { data: photos = [] } = useQuery(keptPhotosQuery(account.userId, work));
  const add = useMutation(addPhotos);
  const drop = useMutation(dropPhoto);
  const isFull = most !== undefined && photos.length >= most;
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">
        Photos<span className="font-normal text-muted"> (optional)</span>
      </legend>
      <PhotoBox
        photos={photos}
        full={isFull && <p className="hint">{most} photos are the most.</p>}
        busy={add.isPending}
        refused={add.data}
        onFiles={(files) => add.mutate({ who: account, work, table, files: [...files], most })}
        onRemove={(id) => drop.mutate({ userId: account.userId, id })}
      />
    </fieldset>
  );
}
