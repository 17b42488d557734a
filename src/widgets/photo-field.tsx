import { useMutation, useQuery } from '@tanstack/react-query';
import { Camera, ImagePlus, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { ChosenPhotos } from '@/outbox/keep-photo';
import { addPhotos, dropPhoto, keptPhotosQuery } from '@/outbox/photos';
import { useAccount } from '@/session/account';
import { FieldError } from '@/ui/field';

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
  const choose = (files: FileList) => add.mutate({ who: account, work, table, files: [...files], most });
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">
        Photos<span className="font-normal text-muted"> (optional)</span>
      </legend>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map(({ id, bytes, mime }, at) => (
            <li key={id} className="relative">
              <Thumbnail bytes={bytes} mime={mime} label={`Photo ${at + 1}`} />
              <button
                type="button"
                className="icon-btn absolute top-0 right-0 rounded-2 bg-surface"
                aria-label={`Remove photo ${at + 1}`}
                onClick={() => drop.mutate({ userId: account.userId, id })}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {most !== undefined && photos.length >= most ? (
        <p className="hint">{most} photos are the most.</p>
      ) : (
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
    </fieldset>
  );
}

/** A button over the browser's own file input. A camera is offered where the device is held in a hand. */
export function PhotoChooser({
  camera = false,
  busy,
  onFiles,
  children,
}: {
  camera?: boolean;
  busy: boolean;
  onFiles: (files: FileList) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <>
      <input
        id={id}
        type="file"
        className={`peer sr-only ${camera ? 'pointer-fine:hidden' : ''}`}
        accept="image/jpeg,image/png,image/webp"
        multiple={!camera}
        disabled={busy}
        {...(camera && { capture: 'environment' })}
        onChange={({ currentTarget }) => {
          if (currentTarget.files && currentTarget.files.length > 0) onFiles(currentTarget.files);
          // The same photo can be chosen once more.
          currentTarget.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={`btn btn-plain peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 ${camera ? 'pointer-fine:hidden' : ''}`}
      >
        {children}
      </label>
    </>
  );
}

/** A photo that this device has. */
export function Thumbnail({ bytes, mime, label }: { bytes: ArrayBuffer; mime: string; label: string }) {
  const [url] = useState(() => URL.createObjectURL(new Blob([bytes], { type: mime })));
  return (
    <img
      src={url}
      alt={label}
      width={96}
      height={96}
      className="size-24 rounded-2 bg-sunken object-cover"
      // Once it is drawn, the browser keeps it by itself.
      onLoad={() => URL.revokeObjectURL(url)}
    />
  );
}
