import type { InferInput } from 'valibot';
import * as v from 'valibot';
import type { NoteFields } from '@/data/notes';
import { LONGEST_NOTE, LONGEST_TITLE } from '@/domain/note';
import { addDays, isDate } from '@/domain/time';

/** The form's texts in, a note out. The database judges by the same rules. */
export const noteSchema = (today: string) =>
  v.object({
    title: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Choose a title or type one.'),
      v.maxLength(LONGEST_TITLE, 'Too long: 60 characters at most.'),
    ),
    body: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Write something.'),
      v.maxLength(LONGEST_NOTE, 'Too long: 4,000 characters at most.'),
    ),
    noteDate: v.pipe(
      v.string(),
      v.check((date) => isDate(date) && date >= '2000-01-01', 'Choose a date from the year 2000 on.'),
      v.check((date) => date <= addDays(today, 1), 'This date is in the future.'),
    ),
    shared: v.boolean(),
  });

export type NoteText = InferInput<ReturnType<typeof noteSchema>>;

export const textOf = ({ title, body, noteDate, shared }: NoteFields): NoteText => ({ title, body, noteDate, shared });
