import { useMutation, useQuery } from '@tanstack/react-query';
import { Camera, ImagePlus, X } from 'lucide-react';
import { MOST_PHOTOS } from '@/domain/checklist';
import { addPhotos, dropPhoto, keptPhotosQuery } from '@/outbox/photos';
import { useAccount } from '@/session/account';
import { FieldError } from '@/ui/field';
import { PhotoChooser, Thumbnail } from '@/widgets/photo-field';

/** The photos of one answer: kept on this device at once, named by the answer, sent after the checklist. */
export function AnswerPhotos({
  completion,
  photos,
  label,
  onChange,
}: {
  completion: string;
  photos: readonly string[];
  /** The question, for those who hear the page. */
  label: string;
  onChange: (photos: string[]) => void;
}) {
  const account = useAccount();
  const { data: kept = [] } = useQuery(keptPhotosQuery(account.userId, completion));
  const add = useMutation(addPhotos);
  const drop = useMutation(dropPhoto);
  const mine = kept.filter(({ id }) => photos.includes(id));
  const choose = (files: FileList) => {
    const chosen = [...files].slice(0, MOST_PHOTOS - photos.length);
    const ids = chosen.map(() => crypto.randomUUID());
    add.mutate(
      { who: account, work: completion, table: 'checklist_completions', files: chosen, ids },
      {
        onSuccess: (refused) => {
          const not = new Set(refused.map(({ id }) => id));
          onChange([...photos, ...ids.filter((id) => !not.has(id))]);
        },
      },
    );
  };
  const full = photos.length >= MOST_PHOTOS;
  return (
    <div className="grid gap-3">
      {mine.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {mine.map(({ id, bytes, mime }, at) => (
            <li key={id} className="relative">
              <Thumbnail bytes={bytes} mime={mime} label={`${label}, photo ${at + 1}`} />
              <button
                type="button"
                className="icon-btn absolute top-0 right-0 rounded-2 bg-surface"
                aria-label={`Remove photo ${at + 1} of ${label}`}
                onClick={() => {
                  onChange(photos.filter((photo) => photo !== id));
                  drop.mutate({ userId: account.userId, id });
                }}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {!full && (
        <div className="flex flex-wrap gap-2">
          <PhotoChooser camera busy={add.isPending} onFiles={choose}>
            <Camera aria-hidden="true" />
            Take photo
          </PhotoChooser>
          <PhotoChooser busy={add.isPending} onFiles={choose}>
            <ImagePlus aria-hidden="true" />
            Choose photos
          </PhotoChooser>
        </div>
      )}
      <output className="grid gap-1">
        {add.isPending && <p className="hint">Preparing the photo...</p>}
        {add.data?.map(({ name, sentence }) => (
          <FieldError key={name}>
            {name}: {sentence}
          </FieldError>
        ))}
      </output>
    </div>
  );
}
