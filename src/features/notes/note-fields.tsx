import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { noteTitlesQuery } from '@/data/notes/note-titles';
import { isAccident, NOTE_TITLES } from '@/domain/notes/note';
import { useAccount } from '@/session/account';
import { CheckField } from '@/ui/forms/check-field';
import { Chip } from '@/ui/forms/chip';
import { DateField, TextAreaField, TextField } from '@/ui/forms/field';
import { ActionFields } from './action-fields';
import { MoreFields } from './more-fields';
import type { NoteForm } from './note-schema';

const DEFAULT_TITLES = NOTE_TITLES.map((title) => ({ title, active: true, accident: false }));

/** The fields of a note: title with suggestions, text and photos, then the rest. */
export function NoteFields({ form, photos }: { form: NoteForm; photos?: ReactNode | undefined }) {
  const { ownerId } = useAccount();
  const { errors, isSubmitted } = form.formState;
  const title = useWatch({ control: form.control, name: 'title' });
  const { data } = useQuery(noteTitlesQuery(ownerId));
  // Default titles until the account's own are loaded on this device.
  const titles = useMemo(() => (data ?? DEFAULT_TITLES).filter(({ active }) => active), [data]);
  return (
    <>
      <div className="grid gap-3">
        <TextField label="Title" autoComplete="off" error={errors.title?.message} {...form.register('title')} />
        <fieldset aria-label="Titles" className="flex flex-wrap gap-2">
          {titles.map(({ title: suggestion }) => (
            <Chip
              key={suggestion}
              pressed={title === suggestion}
              onClick={() => form.setValue('title', suggestion, { shouldDirty: true, shouldValidate: isSubmitted })}
            >
              {suggestion}
            </Chip>
          ))}
        </fieldset>
        {isAccident(title, data ?? []) && (
          <p className="hint">A note of an accident stays as it was written. The account holder is told of it.</p>
        )}
      </div>
      <TextAreaField label="Note" rows={5} error={errors.body?.message} {...form.register('body')} />
      {photos}
      <DateField label="Date" error={errors.noteDate?.message} {...form.register('noteDate')} />
      <ActionFields form={form} />
      <CheckField
        label="Share with the crew"
        hint="Everybody on the farm can read it. Without this only you and the account holder can."
        {...form.register('shared')}
      />
      <MoreFields form={form} />
    </>
  );
}
