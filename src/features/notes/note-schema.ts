import type { UseFormReturn } from 'react-hook-form';
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { fromNumeric, parseDecimal, toInputText, type Decimal } from '@/domain/core/money';
import { addDays, isDate } from '@/domain/core/time';
import { NOTE, type Note, type NoteFields } from '@/records/notes';
import { limitedText, optionalText } from '@/widgets/text-schema';

const { fields } = NOTE;

const MAX_MEASURED = fromNumeric(1_000_000_000);

/** An optional number: rainfall may be 0, a temperature negative. */
const measure = v.pipe(
  v.string(),
  v.rawTransform<string, Decimal | null>(({ dataset, addIssue, NEVER }) => {
    // At most the three decimals of the column: a value the database rounds would not compare as equal.
    const parsed = parseDecimal(dataset.value, { allowNegative: true, decimals: 3 });
    if (parsed.ok && Math.abs(parsed.value) < MAX_MEASURED) return parsed.value;
    if (!parsed.ok && parsed.reason === 'empty') return null;
    addIssue({ message: parsed.ok ? 'This number is too large.' : 'Enter a number like 12.5.' });
    return NEVER;
  }),
);

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
        v.string(),
        v.check((date) => isDate(date) && date >= '2000-01-01', 'Choose a date from the year 2000 on.'),
        // The database accepts tomorrow too.
        v.check((date) => date <= addDays(today, 1), 'This date is in the future.'),
      ),
      noteTime: v.pipe(
        v.string(),
        v.check((time) => time === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(time), 'Enter a time like 06:30.'),
        v.transform((time) => time || null),
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
      v.check(({ value, valueUnit }) => valueUnit === null || value !== null, 'Enter a number like 12.5.'),
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
  value: note.value === null ? '' : toInputText(note.value),
  valueUnit: note.valueUnit ?? '',
  place: note.lat === null || note.lng === null ? null : { lat: note.lat, lng: note.lng },
  shared: note.shared,
  needsAction: note.needsAction,
  assignedTo: note.assignedTo ?? '',
});
