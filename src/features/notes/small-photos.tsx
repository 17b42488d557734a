import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { photosOfListQuery } from '@/data/notes/note-photos';
import { counted } from '@/domain/core/word-list';
import { useWaiting } from '@/offline/outbox/outbox';
import { keptPhotosQuery } from '@/offline/outbox/photos/photos';
import { PHOTO } from '@/records/photos';
import { useAccount } from '@/session/account';
import { Thumbnail } from '@/widgets/photos/photo-field';
import { photoAttributes } from '@/widgets/photos/photo-attributes';

/** The maximum number of photos shown per note. */
const MAX_PHOTOS = 3;

/**
 * The first photos of a note in the list, and their number. The photos of all notes in `idsOnSamePage` are loaded in one
 * request.
 */
export function SmallPhotos({ note, idsOnSamePage }: { note: string; idsOnSamePage: readonly string[] }) {
  const { ownerId } = useAccount();
  const { entries } = useWaiting();
  // No `select`: with `placeholderData`, one that returns undefined would re-render endlessly.
  const { data } = useQuery({
    ...photosOfListQuery(ownerId, idsOnSamePage, MAX_PHOTOS),
    enabled: idsOnSamePage.length > 0,
    placeholderData: keepPreviousData,
  });
  const waiting = entries.filter(({ kind, fields }) => kind === PHOTO.kind && fields.parent_id === note);
  const { urls, count } = data?.get(note) ?? { urls: [], count: 0 };
  const total = count + waiting.length;
  if (total === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2">
      {urls.map((url) => (
        <img key={url} src={url} alt="" loading="lazy" {...photoAttributes('small')} />
      ))}
      {waiting.length > 0 && urls.length < MAX_PHOTOS && (
        <WaitingPhotos note={note} ids={waiting.map(({ id }) => id)} max={MAX_PHOTOS - urls.length} />
      )}
      <span>{counted(total, 'photo', 'photos')}</span>
    </span>
  );
}

/** Photos still in the outbox. */
function WaitingPhotos({ note, ids, max }: { note: string; ids: readonly string[]; max: number }) {
  const { userId } = useAccount();
  const { data = [] } = useQuery(keptPhotosQuery(userId, note));
  return data
    .filter(({ id }) => ids.includes(id))
    .slice(0, max)
    .map(({ id, bytes, mime }) => <Thumbnail key={id} bytes={bytes} mime={mime} label="" size="small" />);
}
