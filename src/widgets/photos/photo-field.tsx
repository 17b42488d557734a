import { useMutation, useQuery } from '@tanstack/react-query';
import { Camera, ImagePlus, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { addPhotos, dropPhoto, keptPhotosQuery } from '@/offline/outbox/photos/photos';
import type { PhotoTable } from '@/records/photos';
import { useAccount } from '@/session/account';
import { FieldError } from '@/ui/forms/field';
import { photoAttributes, type PhotoSize } from './photo-attributes';

/** The photos of a new entry: taken or chosen, stored on this device at once, sent with the entry; at most `max`. */
export function PhotoField({
  parent,
  table = 'works',
  max,
}: {
  /** The id of the entry. */
  parent: string;
  table?: PhotoTable;
  max?: number;
}) {
  const account = useAccount();
  const { data: photos = [] } = useQuery(keptPhotosQuery(account.userId, parent));
  const add = useMutation(addPhotos);
  const remove = useMutation(dropPhoto);
  const isFull = max !== undefined && photos.length >= max;
  return (
    <fieldset className="grid gap-3">
      <legend className="field-label mb-2">
        Photos<span className="font-normal text-muted"> (optional)</span>
      </legend>
      <PhotoBox
        photos={photos}
        limitNote={isFull && <p className="hint">{max} photos are the most.</p>}
        busy={add.isPending}
        refusedFiles={add.data}
        onFiles={(files) => add.mutate({ owner: account, recordId: parent, table, files: [...files], maxPhotos: max })}
        onRemove={(id) => remove.mutate({ userId: account.userId, id })}
      />
    </fieldset>
  );
}

/** Photos on this device: each can be removed, and more can be added up to the limit. */
export function PhotoBox({
  photos,
  subject,
  limitNote,
  busy,
  refusedFiles = [],
  onFiles,
  onRemove,
}: {
  photos: readonly { id: string; bytes: ArrayBuffer; mime: string }[];
  /** Names what the photos belong to, for screen readers, if a page has several of these boxes. */
  subject?: string;
  /** Shown instead of the buttons when the limit is reached; false if more can be added. */
  limitNote: ReactNode;
  busy: boolean;
  refusedFiles?: readonly { name: string; sentence: string }[] | undefined;
  onFiles: (files: FileList) => void;
  onRemove: (id: string) => void;
}) {
  return (
    <>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photos.map(({ id, bytes, mime }, at) => (
            <li key={id} className="relative">
              <Thumbnail
                bytes={bytes}
                mime={mime}
                label={subject ? `${subject}, photo ${at + 1}` : `Photo ${at + 1}`}
              />
              <button
                type="button"
                className="icon-btn absolute top-0 right-0 rounded-2 bg-surface"
                aria-label={`Remove photo ${at + 1}${subject ? ` of ${subject}` : ''}`}
                onClick={() => onRemove(id)}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {limitNote === false ? (
        <div className="flex flex-wrap gap-2 max-sm:*:grow">
          <PhotoChooser camera busy={busy} onFiles={onFiles}>
            <Camera aria-hidden="true" />
            Take photo
          </PhotoChooser>
          <PhotoChooser busy={busy} onFiles={onFiles}>
            <ImagePlus aria-hidden="true" />
            Choose photos
          </PhotoChooser>
        </div>
      ) : (
        limitNote
      )}
      <output className="grid gap-1">
        {busy && <p className="hint">Preparing the photo...</p>}
        {refusedFiles.map(({ name, sentence }) => (
          <FieldError key={name}>
            {name}: {sentence}
          </FieldError>
        ))}
      </output>
    </>
  );
}

/** A button over the native file input. The camera is offered only on touch devices. */
function PhotoChooser({
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
          // Allow the same photo to be chosen again.
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

/** A photo that is stored on this device. */
export function Thumbnail({
  bytes,
  mime,
  label,
  size = 'plain',
}: {
  bytes: ArrayBuffer;
  mime: string;
  label: string;
  size?: PhotoSize;
}) {
  const [url] = useState(() => URL.createObjectURL(new Blob([bytes], { type: mime })));
  return (
    <img
      src={url}
      alt={label}
      {...photoAttributes(size)}
      // Once it is loaded, the image no longer needs the URL.
      onLoad={() => URL.revokeObjectURL(url)}
    />
  );
}
