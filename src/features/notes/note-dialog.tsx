import { useQuery } from '@tanstack/react-query';
import { noteQuery } from '@/data/notes/notes';
import { canEditNote } from '@/domain/notes/note';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useNow } from '@/session/today';
import { Button } from '@/ui/button';
import { QueryList } from '@/ui/lists/query-list';
import { Dialog } from '@/ui/popups/dialog';
import { EditNote } from './edit-note';
import type { NoteCallbacks } from './note-head';
import { isUnsent } from './note-words';
import { ReadNote } from './read-note';
import type { ShownNote } from './use-notes';

type NoteDialogProps = {
  id: string;
  /** The note in the list, if it is there. */
  listed: ShownNote | null;
  loading: boolean;
  /** Open the form, if this person may edit the note. */
  editing: boolean;
  onEdit: () => void;
};

/** One note in a dialog, to read or to edit. */
export function NoteDialog({
  id,
  listed,
  loading,
  editing,
  onEdit,
  onClose,
  onDelete,
}: NoteCallbacks & NoteDialogProps) {
  const account = useAccount();
  const now = useNow();
  const query = useQuery({ ...noteQuery(account, id), enabled: listed === null && !loading });
  const { rowOf } = useCurrentNames();
  const note = listed ?? (query.data ? { row: rowOf(query.data), entry: null } : null);
  // The list behind the dialog already shows that it is loading.
  if (!note && (loading || query.isFetching)) return null;
  // A note about an accident is locked only once it is sent: until then, check the rights as for any other note.
  const rowForRights = note && { ...note.row, accident: note.row.accident && !isUnsent(note) };
  const editable = rowForRights !== null && note?.entry?.action !== 'delete' && canEditNote(rowForRights, account, now);
  if (note && editing && editable) return <EditNote key={id} note={note} onClose={onClose} onDelete={onDelete} />;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={note?.row.title ?? 'Note'}
      actions={
        <>
          <Button variant={editable ? 'quiet' : 'main'} onClick={onClose}>
            Close
          </Button>
          {editable && (
            <Button variant="main" onClick={onEdit}>
              Edit
            </Button>
          )}
        </>
      }
    >
      {note ? (
        <ReadNote note={note} editable={editable} onDelete={onDelete} />
      ) : (
        <QueryList read={query}>
          <p>This note is not there any more.</p>
        </QueryList>
      )}
    </Dialog>
  );
}
