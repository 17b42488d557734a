import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { NoteFields as NewNote } from '@/data/notes';
import { saveNoteEdit } from '@/outbox/save-entries';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { FormDialog } from '@/ui/form-dialog';
import { EntryPhotos } from '@/widgets/entry-photos';
import { FollowUps } from './follow-ups';
import { updateNote } from './note-entries';
import { NoteFields } from './note-fields';
import { MorePhotos, useMorePhotos } from './more-photos';
import { NoteHead, type Way } from './note-head';
import { noteSchema, textOf, type NoteText } from './note-schema';
import type { ShownNote } from './use-notes';

/** A note whose words may still be mended. */
export function EditNote({ note, ...way }: Way & { note: ShownNote }) {
  const account = useAccount();
  const today = useToday();
  const update = useMutation(saveNoteEdit);
  const photos = useMorePhotos(note.row.id);
  const form = useForm<NoteText, unknown, NewNote>({
    // One that was written without words has a photo.
    resolver: standardSchemaResolver(noteSchema(today, note.row.body === '' || photos.chosen.length > 0)),
    defaultValues: textOf(note.row),
  });
  const save = form.handleSubmit((text) => {
    const entry = updateNote(account, note.row, text);
    const entries = [...(entry ? [entry] : []), ...photos.chosen.map((photo) => photo.entry)];
    if (entries.length > 0) update.mutate(entries, { onSuccess: way.onClose });
    else way.onClose();
  });
  return (
    <FormDialog
      title="Edit note"
      wide
      verb="Save changes"
      busy={update.isPending}
      onSubmit={save}
      onClose={way.onClose}
    >
      <NoteHead note={note} {...way} />
      <NoteFields
        form={form}
        photos={
          <>
            <EntryPhotos parent={note.row.id} />
            <MorePhotos note={note.row.id} photos={photos} />
          </>
        }
      />
      <FollowUps note={note} />
    </FormDialog>
  );
}
