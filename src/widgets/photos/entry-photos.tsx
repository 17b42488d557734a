import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { attachmentsQuery, deleteAttachment, type Attachment } from '@/data/attachments';
import { readState } from '@/lib/read-state';
import { useWaiting } from '@/offline/outbox/outbox';
import { keptPhotosQuery } from '@/offline/outbox/photos/photos';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { Button } from '@/ui/button';
import { Thumbnail } from './photo-field';
import { photoAttributes, type PhotoSize } from './photo-attributes';

/**
 * The photos of an entry: those in the database, and those that this device still has to send. If `readOnly`, none
 * can be deleted. `large` is for the view of a single entry.
 */
export function EntryPhotos({
  parent,
  readOnly = false,
  large = false,
}: {
  parent: string;
  readOnly?: boolean;
  large?: boolean;
}) {
  const account = useAccount();
  const { entries } = useWaiting();
  const stored = useQuery(attachmentsQuery(account.ownerId, parent));
  const kept = useQuery(keptPhotosQuery(account.userId, parent));
  const waiting = (kept.data ?? []).filter(({ id }) => entries.some((entry) => entry.id === id));
  const storedPhotos = stored.data ?? [];
  const size = large ? 'large' : 'plain';
  const notLoaded = readState(stored) === 'absent';
  if (storedPhotos.length + waiting.length === 0 && !notLoaded) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-3">Photos</h3>
      {notLoaded && <p className="hint">Photos of this entry are shown when there is signal.</p>}
      <ul className={large ? 'grid gap-3 sm:grid-cols-2' : 'flex flex-wrap gap-3'}>
        {storedPhotos.map((photo, at) => (
          <StoredPhoto key={photo.id} photo={photo} label={`Photo ${at + 1}`} readOnly={readOnly} size={size} />
        ))}
        {waiting.map(({ id, bytes, mime }, at) => (
          <li key={id} className="grid gap-1">
            <Thumbnail
              bytes={bytes}
              mime={mime}
              label={`Photo ${storedPhotos.length + at + 1}, only on this phone`}
              size={size}
            />
            <span className="hint">Waiting</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StoredPhoto({
  photo,
  label,
  readOnly,
  size,
}: {
  photo: Attachment;
  label: string;
  readOnly: boolean;
  size: PhotoSize;
}) {
  const { ownerId, userId, role, canWrite } = useAccount();
  const { nameOf } = useCurrentNames();
  const remove = useMutation(deleteAttachment);
  const [isConfirming, setIsConfirming] = useState(false);
  const mayDelete = canWrite && !readOnly && (role === 'admin' || photo.createdBy === userId);
  return (
    <li className="grid content-start gap-1">
      {photo.url === null ? (
        <span className="hint grid size-24 place-items-center rounded-2 bg-sunken text-center">Not on the server</span>
      ) : (
        <a href={photo.url} target="_blank" rel="noreferrer">
          <img
            src={photo.url}
            alt={`${label}, by ${nameOf(photo.createdBy, photo.createdByName)}`}
            loading="lazy"
            {...photoAttributes(size)}
          />
        </a>
      )}
      {mayDelete && (
        <Button
          variant={isConfirming ? 'danger' : 'quiet'}
          aria-label={isConfirming ? `Delete ${label.toLowerCase()} for good` : `Delete ${label.toLowerCase()}`}
          busy={remove.isPending}
          busyText="Deleting..."
          onClick={() => (isConfirming ? remove.mutate({ ownerId, attachment: photo }) : setIsConfirming(true))}
        >
          {isConfirming ? 'Delete?' : <Trash2 aria-hidden="true" />}
        </Button>
      )}
    </li>
  );
}
