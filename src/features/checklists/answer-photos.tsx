import { useMutation, useQuery } from '@tanstack/react-query';
import { MAX_PHOTOS } from '@/domain/checklists/checklist';
import { addPhotos, dropPhoto, keptPhotosQuery } from '@/offline/outbox/photos/photos';
import { useAccount } from '@/session/account';
import { PhotoBox } from '@/widgets/photos/photo-field';

/** The photos of one answer: stored on this device at once under the ids in `photos`, and sent after the checklist. */
export function AnswerPhotos({
  completion,
  photos,
  label,
  onChoose,
  onChange,
}: {
  /** Id of the completion; its photos are stored under it. */
  completion: string;
  photos: readonly string[];
  /** The question, for screen readers. */
  label: string;
  onChoose: () => void;
  /** Takes an updater, because a photo may be removed while the next one is being prepared. */
  onChange: (change: (current: readonly string[]) => readonly string[]) => void;
}) {
  const account = useAccount();
  const { data: devicePhotos = [] } = useQuery(keptPhotosQuery(account.userId, completion));
  const add = useMutation(addPhotos);
  const drop = useMutation(dropPhoto);
  const answerPhotos = devicePhotos.filter(({ id }) => photos.includes(id));
  const choose = (files: FileList) => {
    const chosen = [...files].slice(0, MAX_PHOTOS - photos.length);
    const ids = chosen.map(() => crypto.randomUUID());
    onChoose();
    add.mutate(
      { owner: account, recordId: completion, table: 'checklist_completions', files: chosen, ids },
      {
        onSuccess: (refused) => {
          const refusedIds = new Set(refused.map(({ id }) => id));
          onChange((current) => [...current, ...ids.filter((id) => !refusedIds.has(id))]);
        },
      },
    );
  };
  return (
    <div className="grid gap-3">
      <PhotoBox
        photos={answerPhotos}
        subject={label}
        limitNote={photos.length >= MAX_PHOTOS && null}
        busy={add.isPending}
        refusedFiles={add.data}
        onFiles={choose}
        onRemove={(id) => {
          onChange((current) => current.filter((photo) => photo !== id));
          drop.mutate({ userId: account.userId, id });
        }}
      />
    </div>
  );
}
