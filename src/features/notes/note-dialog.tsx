import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { noteQuery, type NoteFields as NewNote } from '@/data/notes';
import { canEditNote } from '@/domain/note';
import { formatDate } from '@/domain/time';
import { saveNoteEdit } from '@/outbox/save-entries';
import { useAccount } from '@/session/account';
import { useNow, useToday } from '@/session/today';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { ErrorState } from '@/ui/list-states';
import { updateNote } from './note-entries';
import { NoteFields } from './note-fields';
import { noteSchema, textOf, type NoteText } from './note-schema';
import { SHARED, waitingNoteWords, writtenWords } from './note-words';
import type { ShownNote } from './use-notes';

type Way = { onClose: () => void; onDelete: (note: ShownNote) => void };

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
  if (note && note.entry?.action !== 'delete' && canEditNote(note.row, account, now)) {
    return <EditNote note={note} {...way} />;
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

function EditNote({ note, ...way }: Way & { note: ShownNote }) {
  const account = useAccount();
  const today = useToday();
  const formId = useId();
  const update = useMutation(saveNoteEdit);
  const form = useForm<NoteText, unknown, NewNote>({
    resolver: standardSchemaResolver(noteSchema(today)),
    defaultValues: textOf(note.row),
  });
  const save = form.handleSubmit((text) => {
    const entry = updateNote(account, note.row, text);
    if (entry) update.mutate([entry], { onSuccess: way.onClose });
    else way.onClose();
  });
  return (
    <Dialog
      open
      wide
      onClose={way.onClose}
      title="Edit note"
      actions={
        <>
          <Button onClick={way.onClose}>Close</Button>
          <Button type="submit" form={formId} variant="main" busy={update.isPending} busyText="Saving...">
            Save changes
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          // Its promise never rejects: what fails is said where it fails.
          void save(event);
        }}
      >
        <Head note={note} {...way} />
        <NoteFields form={form} />
      </form>
    </Dialog>
  );
}

function ReadNote({ note, ...way }: Way & { note: ShownNote }) {
  const { userId, role, canWrite } = useAccount();
  const today = useToday();
  const mine = note.row.createdBy === userId || role === 'admin';
  return (
    <div className="grid gap-4">
      <Head note={note} {...way} />
      <p className="text-2 text-muted">
        {[formatDate(note.row.noteDate, today), note.row.shared && SHARED].filter(Boolean).join(', ')}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{note.row.body}</p>
      {mine && canWrite && <Banner tone="note">A note can be changed for 24 hours. Add another note instead.</Banner>}
    </div>
  );
}

/** Whether this person may take the note away: one that certainly has not left this device its author may take back. */
function mayDelete({ entry }: ShownNote, role: 'admin' | 'employee', canWrite: boolean): boolean {
  const unsent =
    entry?.action === 'insert' && (entry.state === 'attention' || (entry.state === 'queued' && entry.tried === 0));
  return unsent || (role === 'admin' && canWrite && entry?.action !== 'delete');
}

/** Who wrote it and when, how its sending stands, and the way to delete it. */
function Head({ note, onDelete }: Way & { note: ShownNote }) {
  const { role, canWrite, settings } = useAccount();
  const today = useToday();
  const { row, entry } = note;
  const waiting = waitingNoteWords(note);
  return (
    <div className="grid gap-2">
      <p className="text-2 text-muted">{writtenWords(row, settings.zone, today)}</p>
      {waiting !== null && <p className={`text-2 ${entry?.problem ? 'text-danger' : 'text-muted'}`}>{waiting}</p>}
      {mayDelete(note, role, canWrite) && (
        <div className="-mx-3">
          <Button variant="quiet" className="text-danger" onClick={() => onDelete(note)}>
            <Trash2 aria-hidden="true" />
            Delete
          </Button>
        </div>
      )}
    </div>
  );
}
