import type { UseFormReturn } from 'react-hook-form';
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { NOT_A_NUMBER } from '@/domain/core/money';
import { addDays } from '@/domain/core/time';
import { emptyAsNull, numberText, optionalNumber, requiredDate, TOO_LARGE } from '@/domain/core/typed';
import { NOTE, type Note, type NoteFields } from '@/records/notes';
import { limitedText, optionalText } from '@/widgets/text-schema';

const { fields } = NOTE;

const MAX_MEASURED = 999_999_999.999;

/**
 * An optional number: rainfall may be 0, a temperature negative. It has at most the three decimals of the column: a value
 * that the database rounds would not compare as equal.
 */
const measure = optionalNumber({
  decimals: 3,
  min: -MAX_MEASURED,
  max: MAX_MEASURED,
  message: NOT_A_NUMBER,
  outside: TOO_LARGE,
});

/**
 * Input is the form's texts, output is a note. The database enforces the same rules. The text is optional with a photo.
 */
export const noteSchema = (today: string, hasPhoto: boolean) =>
  v.pipe(
    v.object({
      title: v.pipe(limitedText(fields.title), v.nonEmpty('Choose a title or type one.')),
      body: v.pipe(
        limitedText(fields.body),
        v.check((body) => hasPhoto || body !== '', 'Write something or add a photo.'),
      ),
      noteDate: v.pipe(
        requiredDate(),
        // The database accepts tomorrow too.
        v.check((date) => date <= addDays(today, 1), 'This date is in the future.'),
      ),
      noteTime: v.pipe(
        v.string(),
        v.check((time) => time === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(time), 'Enter a time like 06:30.'),
        emptyAsNull,
      ),
      customer: optionalText(fields.customer),
      value: measure,
      valueUnit: optionalText(fields.valueUnit),
      place: v.nullable(v.object({ lat: v.number(), lng: v.number() })),
      shared: v.boolean(),
      needsAction: v.boolean(),
      assignedTo: v.string(),
    }),
    v.forward(
      v.check(({ value, valueUnit }) => valueUnit === null || value !== null, NOT_A_NUMBER),
      ['value'],
    ),
    v.transform(({ place, assignedTo, ...note }): NoteFields => ({
      ...note,
      lat: place?.lat ?? null,
      lng: place?.lng ?? null,
      // An assignee only applies to a note that needs action.
      assignedTo: (note.needsAction && assignedTo) || null,
    })),
  );

export type NoteText = InferInput<ReturnType<typeof noteSchema>>;
export type NoteForm = UseFormReturn<NoteText, unknown, NoteFields>;

export const emptyNote = (today: string): NoteText => ({
  title: '',
  body: '',
  noteDate: today,
  noteTime: '',
  customer: '',
  value: '',
  valueUnit: '',
  place: null,
  shared: false,
  needsAction: false,
  assignedTo: '',
});

export const textOf = (note: Note): NoteText => ({
  title: note.title,
  body: note.body,
  noteDate: note.noteDate,
  noteTime: note.noteTime ?? '',
  customer: note.customer ?? '',
  value: numberText(note.value),
  valueUnit: note.valueUnit ?? '',
  place: note.lat === null || note.lng === null ? null : { lat: note.lat, lng: note.lng },
  shared: note.shared,
  needsAction: note.needsAction,
  assignedTo: note.assignedTo ?? '',
});
