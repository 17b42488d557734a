import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { MAX_NOTE_PHOTOS } from '@/domain/notes/note';
import { updateMutation } from '@/offline/outbox/save-entries';
import { NOTE, type NoteFields as NewNote } from '@/records/notes';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { FormDialog } from '@/ui/popups/form-dialog';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { MorePhotos, useMorePhotos } from '@/widgets/photos/more-photos';
import { SlowPhotoWait } from '@/widgets/photos/photo-wait';
import { saving } from '@/widgets/photos/saving';
import { FollowUps } from './follow-ups';
import { updateNote } from './note-entries';
import { NoteFields } from './note-fields';
import { DeleteNote, NoteHead, type NoteCallbacks } from './note-head';
import { noteSchema, textOf, type NoteText } from './note-schema';
import type { ShownNote } from './use-notes';

/** The form of a note that may still be edited. */
export function EditNote({ note, onClose, onDelete }: NoteCallbacks & { note: ShownNote }) {
  const account = useAccount();
  const today = useToday();
  const update = useMutation(updateMutation(NOTE));
  const photos = useMorePhotos({ id: note.row.id, table: 'notes', maxPhotos: MAX_NOTE_PHOTOS });
  // Edits are compared with the row that the form shows.
  const [row, setRow] = useState(note.row);
  const form = useForm<NoteText, unknown, NewNote>({
    // A stored note without text has a photo.
    resolver: standardSchemaResolver(noteSchema(today, row.body === '' || photos.chosen.length > 0)),
    values: textOf(row),
  });
  if (row !== note.row && !form.formState.isDirty && !update.isPending) setRow(note.row);
  const save = form.handleSubmit((text) => {
    const entry = updateNote(account, row, text);
    const entries = [...(entry ? [entry] : []), ...photos.chosen.map((photo) => photo.entry)];
    if (entries.length > 0) update.mutate(entries, { onSuccess: onClose });
    else onClose();
  });
  return (
    <FormDialog
      title="Edit note"
      wide
      verb="Save changes"
      {...saving(update.isPending, photos.preparing)}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="grid gap-2">
        <NoteHead note={note} />
        <DeleteNote note={note} onDelete={onDelete} />
      </div>
      <NoteFields
        form={form}
        photos={
          <>
            <EntryPhotos parent={note.row.id} />
            <MorePhotos photos={photos} />
            <SlowPhotoWait parent={note.row.id} />
          </>
        }
      />
      <FollowUps note={note} />
    </FormDialog>
  );
}
