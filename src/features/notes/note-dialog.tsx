import { useQuery } from '@tanstack/react-query';
import { noteQuery } from '@/data/notes';
import { canEditNote } from '@/domain/note';
import { useAccount } from '@/session/account';
import { useNow } from '@/session/today';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorState } from '@/ui/list-states';
import { EditNote } from './edit-note';
import type { Way } from './note-head';
import { isUnsent } from './note-words';
import { ReadNote } from './read-note';
import type { ShownNote } from './use-notes';

/** One note, opened: to be changed, or to be read. `known` is what the list has of it. */
export function NoteDialog({
  id,
  known,
  loading,
  ...way
}: Way & { id: string; known: ShownNote | null; loading: boolean }) {
  const account = useAccount();
  const now = useNow();
  const query = useQuery({ ...noteQuery(account, id), enabled: known === null && !loading });
  const note = known ?? (query.data ? { row: query.data, entry: null } : null);
  // The list behind it shows that something is on its way.
  if (!note && (loading || query.isFetching)) return null;
  if (note && note.entry?.action !== 'delete') {
    // What has not left this device is not on record yet.
    const asWritten = { ...note.row, accident: note.row.accident && !isUnsent(note) };
    if (canEditNote(asWritten, account, now)) return <EditNote note={note} {...way} />;
  }
  return (
    <Dialog
      open
      wide
      onClose={way.onClose}
      title={note?.row.title ?? 'Note'}
      actions={
        <Button variant="main" onClick={way.onClose}>
          Close
        </Button>
      }
    >
      {note ? (
        <ReadNote note={note} {...way} />
      ) : query.data === null ? (
        <p>This note is not there any more.</p>
      ) : (
        <ErrorState onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}
