import { useWatch, type UseFormReturn } from 'react-hook-form';
import { NOTE_TITLES } from '@/domain/note';
import { CheckField } from '@/ui/check-field';
import { Chip } from '@/ui/chip';
import { DateField, TextAreaField, TextField } from '@/ui/field';
import type { NoteText } from './note-schema';

/** The fields of a note, in the order of writing it: a title with one press, then the words. */
export function NoteFields({ form }: { form: UseFormReturn<NoteText> }) {
  const { errors, isSubmitted } = form.formState;
  const title = useWatch({ control: form.control, name: 'title' });
  return (
    <>
      <div className="grid gap-3">
        <TextField label="Title" autoComplete="off" error={errors.title?.message} {...form.register('title')} />
        <fieldset aria-label="Titles" className="flex flex-wrap gap-2">
          {NOTE_TITLES.map((offer) => (
            <Chip
              key={offer}
              pressed={title === offer}
              onClick={() => form.setValue('title', offer, { shouldDirty: true, shouldValidate: isSubmitted })}
            >
              {offer}
            </Chip>
          ))}
        </fieldset>
      </div>
      <TextAreaField label="Note" rows={5} error={errors.body?.message} {...form.register('body')} />
      <DateField label="Date" error={errors.noteDate?.message} {...form.register('noteDate')} />
      <CheckField
        label="Share with the crew"
        hint="Everybody on the farm can read it. Without this only you and the account holder can."
        {...form.register('shared')}
      />
    </>
  );
}
