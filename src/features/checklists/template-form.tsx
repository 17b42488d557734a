import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Plus } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { CATEGORIES, FREQUENCIES, MAX_ITEMS } from '@/domain/checklists/checklist';
import { CATEGORY_WORDS, FREQUENCY_WORDS, questionsWords } from '@/domain/checklists/checklist-words';
import { MACHINE_TYPES } from '@/domain/machinery/machine';
import { TYPE_WORDS } from '@/domain/machinery/machine-words';
import type { ChecklistFields } from '@/records/checklists';
import { Button } from '@/ui/button';
import { FieldError, SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { DockedSave, EntryForm } from '@/ui/forms/save-dock';
import { Card, CardHead } from '@/ui/layout/card';
import { useMachines } from '@/widgets/machines/use-fleet';
import { checklistSchema, type ChecklistText } from './checklist-schema';
import { ItemFields } from './item-fields';
import { useItems } from './use-items';

/** The template editor: name, frequency, and the questions in order. */
export function TemplateForm({
  initialValues,
  busy,
  disabledReason,
  onSave,
}: {
  initialValues: ChecklistText;
  busy: boolean;
  /** Why saving is disabled at the moment, or null. */
  disabledReason: string | null;
  onSave: (fields: ChecklistFields) => void;
}) {
  const form = useForm<ChecklistText, unknown, ChecklistFields>({
    resolver: standardSchemaResolver(checklistSchema),
    defaultValues: initialValues,
  });
  const { errors } = form.formState;
  const { machines } = useMachines();
  const { keys, append, remove, move } = useItems(form);
  const listError = errors.items?.message;
  return (
    // Safe to ignore: handleSubmit never rejects here, and the mutation reports its own errors.
    <EntryForm onSubmit={() => void form.handleSubmit(onSave)()}>
      <div className="grid content-start gap-4 max-nav:flex-1">
        <TextField label="Name" autoComplete="off" error={errors.name?.message} {...form.register('name')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField label="Kind" {...form.register('category')}>
            {CATEGORIES.map((one) => (
              <option key={one} value={one}>
                {CATEGORY_WORDS[one]}
              </option>
            ))}
          </SelectField>
          <SelectField label="When" {...form.register('frequency')}>
            {FREQUENCIES.map((one) => (
              <option key={one} value={one}>
                {FREQUENCY_WORDS[one]}
              </option>
            ))}
          </SelectField>
        </div>
        <SelectField label="For" hint="Offered for these machines." {...form.register('target')}>
          <option value="">Any machine or place</option>
          {MACHINE_TYPES.map((type) => (
            <option key={type} value={`type:${type}`}>
              {TYPE_WORDS[type]}
            </option>
          ))}
          {machines
            .filter(({ id, status }) => status !== 'sold' || initialValues.target === `machine:${id}`)
            .map(({ id, name }) => (
              <option key={id} value={`machine:${id}`}>
                Only {name}
              </option>
            ))}
        </SelectField>
        <TextAreaField
          label="Introduction"
          optional
          rows={2}
          hint="Read before the first question."
          error={errors.intro?.message}
          {...form.register('intro')}
        />
        <Card className="overflow-clip">
          <CardHead title="Questions" />
          <ol>
            {keys.map((key, index) => (
              <ItemFields
                key={key}
                form={form}
                index={index}
                isLast={index === keys.length - 1}
                onMove={(step) => move(index, step)}
                onRemove={() => remove(index)}
              />
            ))}
          </ol>
          <div className="border-t border-line p-4">
            <Button wide disabled={keys.length >= MAX_ITEMS} onClick={append}>
              <Plus aria-hidden="true" />
              Add question
            </Button>
            {listError !== undefined && <FieldError>{listError}</FieldError>}
          </div>
        </Card>
      </div>
      <DockedSave
        verb="Save checklist"
        busy={busy}
        disabledReason={disabledReason}
        note={questionsWords(keys.length)}
      />
    </EntryForm>
  );
}
