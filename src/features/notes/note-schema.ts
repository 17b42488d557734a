import type { UseFormReturn } from 'react-hook-form';
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { NOT_A_NUMBER } from '@/domain/core/money';
import { addDays } from '@/domain/core/time';
import { NOTE, type Note, type NoteFields } from '@/records/notes';
import { formOf } from '@/widgets/record-form';

/** The place is one field of the form, and a note is done with a button. */
const form = formOf(NOTE, ['lat', 'lng', 'actionDone']);

/**
 * Input is the form's texts, output is a note. The database enforces the same rules. The text is optional with a photo.
 */
export const noteSchema = (today: string, hasPhoto: boolean) =>
  v.pipe(
    v.object({
      ...form.entries,
      title: v.pipe(form.entries.title, v.nonEmpty('Choose a title or type one.')),
      body: v.pipe(
        form.entries.body,
        v.check((body) => hasPhoto || body !== '', 'Write something or add a photo.'),
      ),
      noteDate: v.pipe(
        form.entries.noteDate,
        // The database accepts tomorrow too.
        v.check((date) => date <= addDays(today, 1), 'This date is in the future.'),
      ),
      place: v.nullable(v.object({ lat: v.number(), lng: v.number() })),
    }),
    v.forward(
      v.check(({ value, valueUnit }) => valueUnit === null || value !== null, NOT_A_NUMBER),
      ['value'],
    ),
    v.transform(({ place, ...note }): NoteFields => ({
      ...note,
      lat: place?.lat ?? null,
      lng: place?.lng ?? null,
      // An assignee only applies to a note that needs action.
      assignedTo: note.needsAction ? note.assignedTo : null,
    })),
  );

export type NoteText = InferInput<ReturnType<typeof noteSchema>>;
export type NoteForm = UseFormReturn<NoteText, unknown, NoteFields>;

export const emptyNote = (today: string): NoteText => ({ ...form.textsOf(null), noteDate: today, place: null });

export const textOf = (note: Note): NoteText => ({
  ...form.textsOf(note),
  place: note.lat === null || note.lng === null ? null : { lat: note.lat, lng: note.lng },
});
