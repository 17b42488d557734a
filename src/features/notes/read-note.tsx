import { formatDate } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Banner } from '@/ui/feedback/banner';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { FollowUps } from './follow-ups';
import { DeleteNote, NoteHead, type NoteCallbacks } from './note-head';
import { detailWords, mapAddress, SHARED } from './note-words';
import type { ShownNote } from './use-notes';

/** A note, read-only. Photos of an `editable` note are removed in its form, not here. */
export function ReadNote({
  note,
  editable,
  onDelete,
}: Pick<NoteCallbacks, 'onDelete'> & { note: ShownNote; editable: boolean }) {
  const { userId, role, canWrite } = useAccount();
  const today = useToday();
  const { row } = note;
  const isOwnOrHolder = row.createdBy === userId || role === 'admin';
  return (
    <div className="grid gap-4">
      <NoteHead note={note} />
      <p className="text-2 text-muted">
        {[formatDate(row.noteDate, today), detailWords(row), row.shared && SHARED].filter(Boolean).join(', ')}
      </p>
      {row.body !== '' && <p className="whitespace-pre-line wrap-anywhere">{row.body}</p>}
      {row.lat !== null && row.lng !== null && (
        <a className="link w-fit" href={mapAddress(row.lat, row.lng)} target="_blank" rel="noreferrer">
          Show the place on a map
        </a>
      )}
      <EntryPhotos parent={row.id} readOnly={row.accident || editable} large />
      <FollowUps note={note} />
      {isOwnOrHolder && canWrite && !editable && (
        <Banner tone="note">
          {row.accident
            ? 'A note of an accident stays as it was written. Add a follow-up instead.'
            : 'A note can be changed for 24 hours. Add a follow-up instead.'}
        </Banner>
      )}
      <DeleteNote note={note} onDelete={onDelete} />
    </div>
  );
}
