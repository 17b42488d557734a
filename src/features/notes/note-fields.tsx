import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { noteTitlesQuery } from '@/data/notes/note-titles';
import { isAccident, isRepair, NOTE_TITLES } from '@/domain/notes/note';
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
  const { ownerId, role } = useAccount();
  const { errors, isSubmitted } = form.formState;
  const title = useWatch({ control: form.control, name: 'title' });
  const { data } = useQuery(noteTitlesQuery(ownerId));
  // Default titles until the account's own are loaded on this device.
  const titles = useMemo(() => (data ?? DEFAULT_TITLES).filter(({ active }) => active), [data]);
  const onTitle = useActionForRepair(form, title);
  return (
    <>
      <div className="grid gap-3">
        <TextField
          label="Title"
          autoComplete="off"
          error={errors.title?.message}
          {...form.register('title', {
            onChange: (event: { target: { value: string } }) => onTitle(event.target.value),
          })}
        />
        <fieldset aria-label="Titles" className="flex flex-wrap gap-2">
          {titles.map(({ title: suggestion }) => (
            <Chip
              key={suggestion}
              pressed={title === suggestion}
              onClick={() => {
                form.setValue('title', suggestion, { shouldDirty: true, shouldValidate: isSubmitted });
                onTitle(suggestion);
              }}
            >
              {suggestion}
            </Chip>
          ))}
        </fieldset>
        {isAccident(title, data ?? []) && (
          <p className="hint">A note of an accident stays as it was written. The account holder is told of it.</p>
        )}
        {isRepair(title) && role !== 'admin' && (
          <p className="hint">The account holder is told of it, if “Needs action” is ticked.</p>
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

/**
 * Returns a function to call with each new title: a note of a repair needs action, by the account holder if somebody
 * else writes it. Another title removes the tick that this set. A tick that the user removed is not set again.
 */
function useActionForRepair({ getValues, setValue }: NoteForm, title: string): (next: string) => void {
  const { ownerId, role } = useAccount();
  const wasTicked = useRef(false);
  return (next) => {
    if (isRepair(next) === isRepair(title)) return;
    if (isRepair(next)) {
      if (getValues('needsAction')) return;
      wasTicked.current = true;
      setValue('needsAction', true, { shouldDirty: true });
      if (role !== 'admin') setValue('assignedTo', ownerId, { shouldDirty: true });
    } else if (wasTicked.current) {
      wasTicked.current = false;
      setValue('needsAction', false, { shouldDirty: true });
      setValue('assignedTo', '', { shouldDirty: true });
    }
  };
}
